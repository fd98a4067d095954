import type { TextKey } from "$generated/joomo";
import { sayer } from "$page/say.svelte";

export const say = sayer<TextKey>("joomo");
