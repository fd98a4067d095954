import type { TextKey } from "$generated/jokrummy";
import { sayer } from "$page/say.svelte";

export const say = sayer<TextKey>("jokrummy");
