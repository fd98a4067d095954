/** The page's texts in the chosen language: the sections [page] of the catalogues. */
import type { PageKey } from "$generated/all.texts";
import { commonWords, wordsOf } from "./catalogues.svelte";
import type { Fields } from "./words";

type PageKeyOf<Key> = Key extends `page.${infer Rest}` ? Rest : never;

/** Say a sentence of the room. */
export const say = (key: PageKey, fields?: Fields): string => commonWords().say(`page.${key}`, fields);

/** A function that returns a game's texts, and the room's. The game's texts are loaded before its parts are shown. */
export function sayer<Key extends string>(game: string): (key: PageKeyOf<Key> | PageKey, fields?: Fields) => string {
  return (key, fields) => (wordsOf(game) ?? commonWords()).say(`page.${key}`, fields);
}
