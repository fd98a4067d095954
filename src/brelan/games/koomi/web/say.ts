import type { TextKey } from "$generated/koomi";
import { sayer } from "$page/say.svelte";

export const say = sayer<TextKey>("koomi");
