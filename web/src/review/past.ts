/** A finished game, step by step: the scene after each of its moves, as a table would show it. */
import type { Entry, PastMove, Person, Review, Scene } from "../protocol";
import { say } from "../say.svelte";
import type { Fields } from "../words";

export const ROOM = "review"; // under this name a hand keeps its order

/** Everybody by name; nobody plays any more, so nobody is a bot. */
export const named = (people: readonly Person[]): Person[] =>
  people.map(({ name, level }, seat) => ({ name: name ?? (level ? say(`bot_${(seat % 6) as 0}`) : say("seat_name", { seat: seat + 1 })), own: true, here: true }));

/** What is seen before the first move and after each one. */
export function views(review: Review): Fields[] {
  const all = [review.view];
  for (const { changed } of review.moves) all.push({ ...all.at(-1), ...changed });
  return all;
}

/** What happened, as the log of a table has it. */
export const entries = (moves: readonly PastMove[]): Entry[] =>
  moves.map(({ seat, events }, number) => ({ number, what: "moved", seat: seat < 0 ? null : seat, time: 0, events }));

/** The table after so many moves. */
export function sceneAt(review: Review, step: number, seat: number, view: Fields): Scene {
  const last = step === review.moves.length;
  return {
    table: ROOM, game: review.game, version: review.version, options: review.options, seat, people: named(review.people),
    at: last ? -1 : (review.moves[step - 1]?.at ?? review.at), turn: step, games: review.number, view, allowed: [],
    may_take_back: false, may_go_on: false, may_share: false, polls: [], watchers: 0,
    end: last ? review.end : null, shuffle: null, coming: null,
  };
}
