import type { TextKey } from "$generated/brim";
import { sayer } from "$page/say.svelte";

export const say = sayer<TextKey>("brim");
