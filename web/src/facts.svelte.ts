/** The games there are, as the server describes them. */
import { SvelteMap } from "svelte/reactivity";
import { games } from "./api";
import type { GameFacts } from "./protocol";

const known = new SvelteMap<string, GameFacts>();

/** Ask for the games, in the order in which they are shown. */
export async function fetchFacts(): Promise<GameFacts[]> {
  const found = await games();
  for (const facts of found) known.set(facts.name, facts);
  return found;
}

/** What is known of a game, or null where that was not asked yet. */
export const factsOf = (game: string): GameFacts | null => known.get(game) ?? null;
