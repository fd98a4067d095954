/** The texts of the games, on top of the common ones, in the chosen language. */
import { untrack } from "svelte";
import { texts } from "./api";
import { settings } from "./settings.svelte";
import { Words } from "./words";

const COMMON = "common";
const loading = new Map<string, { language: string; done: Promise<void> }>();
let loaded = $state.raw<Record<string, Words>>({}); // another language's, while those of the chosen one are on their way

async function load(game: string, language: string): Promise<void> {
  if (game !== COMMON) await fetchWords(COMMON);
  const found = await texts(game, language);
  if (language === settings.language) loaded = { ...loaded, [game]: new Words(language, found, game === COMMON ? null : commonWords()) };
}

/** Fetch the texts of a game in the chosen language, unless they are loaded. */
export function fetchWords(game: string): Promise<void> {
  const language = settings.language;
  const under = loading.get(game);
  if (under?.language === language) return under.done;
  const done = load(game, language);
  loading.set(game, { language, done });
  done.catch(() => loading.delete(game));
  return done;
}

/** Fetch the common texts, and everything on display again when the language changes. */
export async function speak(): Promise<void> {
  await fetchWords(COMMON);
  $effect.root(() => {
    $effect(() => {
      if (settings.language) untrack(() => loading.forEach((_, game) => void fetchWords(game)));
    });
  });
}

/** The texts of a game, or null while they are loading. */
export const wordsOf = (game: string): Words | null => loaded[game] ?? null;

/** The texts that all games share. */
export const commonWords = (): Words => loaded[COMMON]!;
