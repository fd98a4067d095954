/** The games' catalogues, fetched once a game and language. */
import { texts } from "./api";
import { settings } from "./settings.svelte";
import { Words, type Texts } from "./words";

const loading = new Map<string, Promise<void>>();
const loaded = $state<{ all: Record<string, Words> }>({ all: {} });

/** Fetch the texts of a game in the chosen language, unless they are here. */
export function fetchWords(game: string): Promise<void> {
  const language = settings.language;
  const name = `${game}.${language}`;
  const under = loading.get(name) ?? texts(game, language).then((found) => putWords(game, language, found));
  loading.set(name, under);
  under.catch(() => loading.delete(name));
  return under;
}

/** Put texts in place. */
export function putWords(game: string, language: string, found: Texts): void {
  loaded.all = { ...loaded.all, [`${game}.${language}`]: new Words(language, found) };
}

/** The texts of a game in the chosen language, or null while they are on their way. */
export const wordsOf = (game: string): Words | null => loaded.all[`${game}.${settings.language}`] ?? null;
