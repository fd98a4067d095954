import { sayer } from "$page/say.svelte";

export const say = sayer("thegame");
