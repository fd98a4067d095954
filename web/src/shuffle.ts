/** This device's say in the cards, and the check afterwards: docs/shuffles.md. `brelan verify` deals a whole game again. */
import { commitmentOf, firstHand, hex, RULE, wordsOf } from "./dealing";
import type { Dealing, Scene } from "./protocol";
import { store, stored } from "./stored";

const KEPT = 8; // games of a table this device remembers

/** What this device saw before it added its number to a game, and then the hand it was first shown. */
interface Note {
  commitment: string;
  number: string;
  turn: number; // when the number was added: the next one is the first of the game
  dealing?: Dealing | null;
  hand?: number[];
}

/** What was checked: null where there is nothing to compare with. */
export interface Check {
  commitment: boolean; // the secret told is the one that was promised
  number: boolean; // this device's number was used
  hand: boolean | null; // the hand it was first shown follows from them
}

type Notes = Record<number, Note>; // by the number of the game
const placeOf = (table: string, seat: number) => `noted.${table}.${seat}`;
const notesOf = (table: string, seat: number) => stored<Notes>(placeOf(table, seat), {});

function note(table: string, seat: number, game: number, noted: Note): void {
  const others = Object.entries({ ...notesOf(table, seat), [game]: noted }); // ascending: games are numbers
  store(placeOf(table, seat), Object.fromEntries(others.slice(-KEPT)));
}

/** A number of one's own for the coming game, noted with all that was published before. */
export function addTo({ table, seat, games, turn, coming }: Scene): string {
  const { commitment = "", dealing } = coming ?? {};
  const before = notesOf(table, seat)[games + 1];
  const number = before?.commitment === commitment ? before.number : hex(crypto.getRandomValues(new Uint8Array(32)));
  note(table, seat, games + 1, { commitment, number, turn, dealing });
  return number;
}

/** Note one's own hand as it was dealt: of a game that has begun already it is not known any more. */
export function noteHand({ table, seat, games, turn }: Scene, hand: readonly number[]): void {
  const noted = notesOf(table, seat)[games];
  if (!noted || noted.hand || turn !== noted.turn + 1 || !hand.length) return;
  note(table, seat, games, { ...noted, hand: [...hand].sort((one, other) => one - other) });
}

/** After the end: whether secret, number and hand are what this device noted; null if that cannot be told here. */
export function check({ table, seat, games, people, shuffle }: Scene): Check | null {
  const noted = notesOf(table, seat)[games];
  if (!noted || !shuffle?.secret || shuffle.rule !== RULE) return null;
  const { secret, numbers } = shuffle;
  return {
    commitment: commitmentOf(secret) === noted.commitment,
    number: numbers[seat] === noted.number,
    hand: noted.hand && noted.dealing ? same(noted.hand, firstHand(wordsOf(secret, numbers), noted.dealing, seat, people.length)) : null,
  };
}

const same = (some: readonly number[], others: readonly number[]) => some.length === others.length && some.every((card, place) => card === others[place]);
