import type { TextKey } from "$generated/thegame";
import { sayer } from "$page/say.svelte";

export const say = sayer<TextKey>("thegame");
