/** The available games, as the server describes them. */
import { SvelteMap } from "svelte/reactivity";
import { games } from "./api";
import type { GameFacts } from "./protocol";

const known = new SvelteMap<string, GameFacts>();

/** Fetch the games, in display order. */
export async function fetchFacts(): Promise<GameFacts[]> {
  const found = await games();
  for (const facts of found) known.set(facts.name, facts);
  return found;
}

/** What is known about a game, or null before it is fetched. */
export const factsOf = (game: string): GameFacts | null => known.get(game) ?? null;
