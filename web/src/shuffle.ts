/** This device's part in the shuffle, and the check at the end: docs/shuffles.md. `brelan verify` checks a whole game. */
import { commitmentOf, firstHand, hex, RULE, wordsOf } from "./dealing";
import type { Dealing, Scene } from "./protocol";
import type { Wish } from "./socket";
import { store, stored } from "./stored";

const KEPT = 8; // games of a table this device remembers

/** What this device recorded before it revealed its number for a game, and the hand it was first dealt. */
interface Note {
  commitment: string; // the server's
  number: string;
  turn: number; // when the server committed: the next one is the first of the game
  withheld?: number[]; // who had withheld a number until then; older notes have none
  commitments?: Record<string, string>; // of all seats, once no other could be added
  dealing?: Dealing | null;
  hand?: number[];
}

/** What was checked; null if there is nothing to compare with. */
export interface Check {
  commitment: boolean; // the secret told is the one committed to
  number: boolean; // this device's number was used
  others: boolean | null; // and all other numbers are those committed to
  hand: boolean | null; // the hand it was first shown follows from them
  withheld: number[]; // for whose sake the deal started anew
}

type Notes = Record<number, Note>; // by the number of the game
const placeOf = (table: string, seat: number) => `noted.${table}.${seat}`;
const notesOf = (table: string, seat: number) => stored<Notes>(placeOf(table, seat), {});

function note(table: string, seat: number, game: number, noted: Note): void {
  const others = Object.entries({ ...notesOf(table, seat), [game]: noted }); // ascending: games are numbers
  store(placeOf(table, seat), Object.fromEntries(others.slice(-KEPT)));
}

/** What this device has to say to the coming shuffle: its commitment, then its number. If the server changed a commitment, it is "changed", and nothing is revealed. */
export function stepOf({ table, seat, games, turn, coming }: Scene): Wish | "changed" | null {
  if (!coming || seat < 0) return null;
  const { commitment, closed = false, commitments = {}, withheld = [], numbers, dealing = null } = coming;
  let noted = notesOf(table, seat)[games + 1];
  if (!noted?.withheld || beyond(withheld, noted.withheld)) {
    noted = { commitment, number: hex(crypto.getRandomValues(new Uint8Array(32))), turn, withheld, dealing };
    note(table, seat, games + 1, noted);
  }
  if (noted.commitment !== commitment || (noted.commitments && !alike(noted.commitments, commitments))) return "changed";
  if (withheld.includes(seat)) return null;
  const own = commitmentOf(noted.number);
  if (!closed) return commitments[seat] ? null : { kind: "commit", commitment: own };
  if (commitments[seat] !== own || numbers[seat]) return null;
  note(table, seat, games + 1, { ...noted, commitments });
  return { kind: "add_number", number: noted.number };
}

/** Record your own hand as it was dealt; in a game already under way, it is no longer known. */
export function noteHand({ table, seat, games, turn }: Scene, hand: readonly number[]): void {
  const noted = notesOf(table, seat)[games];
  if (!noted || noted.hand || turn !== noted.turn + 1 || !hand.length) return;
  note(table, seat, games, { ...noted, hand: [...hand].sort((one, other) => one - other) });
}

/** After the end: whether secret, numbers and hand match this device's records; null if it has none. */
export function check({ table, seat, games, people, shuffle }: Scene): Check | null {
  const noted = notesOf(table, seat)[games];
  if (!noted || !shuffle?.secret || shuffle.rule !== RULE) return null;
  const { secret, numbers } = shuffle;
  const number = numbers[seat] === noted.number;
  if (number && !noted.commitments) return null; // added before the others had committed to theirs, as was done once
  const told = Object.fromEntries(Object.entries(numbers).map(([other, text]) => [other, commitmentOf(text)]));
  return {
    commitment: commitmentOf(secret) === noted.commitment,
    number,
    others: noted.commitments ? alike(told, noted.commitments) : null,
    hand: noted.hand && noted.dealing ? same(noted.hand, firstHand(wordsOf(secret, numbers), noted.dealing, seat, people.length)) : null,
    withheld: noted.withheld ?? [],
  };
}

const same = (some: readonly number[], others: readonly number[]) => some.length === others.length && some.every((card, place) => card === others[place]);
const beyond = (some: readonly number[], others: readonly number[]) => some.length > others.length && others.every((seat) => some.includes(seat));
const alike = (some: Record<string, string>, others: Record<string, string>) =>
  Object.keys(some).length === Object.keys(others).length && Object.entries(some).every(([seat, text]) => others[seat] === text);
