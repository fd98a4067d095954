/** The available games, as the server describes them. */
import { games } from "./api";
import type { GameFacts } from "./protocol";

let known = $state.raw<GameFacts[]>([]);

/** Fetch the games, in display order. */
export async function fetchFacts(): Promise<GameFacts[]> {
  return (known = await games());
}

/** What is known about a game, or null before it is fetched. */
export const factsOf = (game: string): GameFacts | null => known.find(({ name }) => name === game) ?? null;
