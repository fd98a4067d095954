/** What the page says, in the chosen language: the sections [page] of the catalogues. */
import type { GameKeys, PageKey } from "$generated/texts";
import { commonWords, wordsOf } from "./catalogues.svelte";
import type { Fields } from "./words";

/** Say a sentence of the room. */
export const say = (key: PageKey, fields?: Fields): string => commonWords().say(`page.${key}`, fields);

/** A function that says a game's sentences, and the room's. The game's texts are there before its parts are shown. */
export function sayer<Game extends keyof GameKeys>(game: Game): (key: GameKeys[Game] | PageKey, fields?: Fields) => string {
  return (key, fields) => (wordsOf(game) ?? commonWords()).say(`page.${key}`, fields);
}
