/** Dice as in src/brelan/core/dice.py: a key, a counter and, optionally, a tape of words that come first. */
import { sha256 } from "../hash.ts";

export type Dice = BigUint64Array;

const HEADER = 2; // key and counter, before the tape
const WORD = (1n << 64n) - 1n;
const GOLDEN = 0x9e3779b97f4a7c15n;

/** Dice for a seed of any size; the same seed always gives the same game. */
export function diceFor(seed: bigint | number, tape: readonly bigint[] = []): Dice {
  const hash = sha256(new TextEncoder().encode(`brelan ${seed}`));
  return BigUint64Array.from([new DataView(hash.buffer as ArrayBuffer).getBigUint64(0), 0n, ...tape]);
}

/** One word of splitmix64. */
function mix(key: bigint, counter: bigint): bigint {
  let z = (key + (counter + 1n) * GOLDEN) & WORD;
  z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & WORD;
  z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & WORD;
  return z ^ (z >> 31n);
}

/** The next word. */
export function word(dice: Dice): bigint {
  const counter = dice[1]!;
  dice[1] = counter + 1n;
  return dice[HEADER + Number(counter)] ?? mix(dice[0]!, counter);
}

/** A number from 0 to sides - 1, all exactly equally likely. */
export function below(dice: Dice, sides: number): number {
  const count = BigInt(sides);
  const least = (1n << 32n) % count;
  for (;;) {
    const product = (word(dice) >> 32n) * count;
    if ((product & 0xffffffffn) >= least) return Number(product >> 32n);
  }
}

/** A word for a tape that makes `below(dice, sides)` return `value`. */
export const wordFor = (value: number, sides: number) => (BigInt(2 * value + 1) << 63n) / BigInt(sides);

/** The words that make a shuffle turn the pack into the given order. */
export function tapeFor(pack: readonly number[], order: readonly number[]): bigint[] {
  const cards = [...pack];
  return order.slice(0, -1).map((card, place) => {
    const other = cards.indexOf(card, place);
    [cards[place], cards[other]] = [cards[other]!, cards[place]!];
    return wordFor(other - place, cards.length - place);
  });
}
