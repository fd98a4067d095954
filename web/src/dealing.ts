/** The published shuffle rule, by which cards follow from a secret and the players' numbers: docs/shuffles.md, version 1. */
import { hmac, sha256 } from "./hash.ts";
import type { Dealing } from "./protocol";

export const RULE = 1;
const WORDS = 4; // of a block, 64 bits each
const BITS = 32n;
const ALL = 1n << BITS;

/** The next word, each time it is called. */
export type Words = () => bigint;

/** Bytes as hexadecimal digits. */
export const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const bytesOf = (digits: string) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** The commitment to a secret, published before the deal. */
export const commitmentOf = (secret: string) => hex(sha256(bytesOf(secret)));

/** The words that follow from a secret and the numbers, by seat. */
export function wordsOf(secret: string, numbers: Record<string, string>): Words {
  const added = Object.entries(numbers).map(([seat, number]) => [Number(seat), ...bytesOf(number)]);
  added.sort(([seat = 0], [other = 0]) => seat - other);
  const root = sha256(Uint8Array.from([...new TextEncoder().encode(`brelan shuffle ${RULE}`), ...added.flat()]));
  const key = bytesOf(secret);
  let block = new DataView(new ArrayBuffer(0));
  let taken = 0;
  return () => {
    if (taken % WORDS === 0) block = blockOf(key, root, taken / WORDS);
    return block.getBigUint64(8 * (taken++ % WORDS));
  };
}

function blockOf(key: Uint8Array, root: Uint8Array, number: number): DataView<ArrayBuffer> {
  const text = new Uint8Array(root.length + 8);
  text.set(root);
  new DataView(text.buffer).setBigUint64(root.length, BigInt(number));
  return new DataView(hmac(key, text).buffer as ArrayBuffer);
}

/** A number from 0 to sides - 1, all exactly equally likely: words that would favour some are rejected. */
export function below(words: Words, sides: number): number {
  const count = BigInt(sides);
  const least = (ALL - count) % count;
  for (;;) {
    const product = (words() >> BITS) * count;
    if (product % ALL >= least) return Number(product >> BITS);
  }
}

/** The shuffled cards; the first place is fixed first. */
export function shuffled(words: Words, cards: readonly number[]): number[] {
  const order = [...cards];
  for (let place = 0; place < order.length - 1; place++) {
    const other = place + below(words, order.length - place);
    [order[place], order[other]] = [order[other]!, order[place]!];
  }
  return order;
}

/** The cards a seat is dealt first (T5), ascending. */
export function firstHand(words: Words, { pack, hand, lot, before = 0 }: Dealing, seat: number, seats: number): number[] {
  if (lot) below(words, seats);
  shuffled(words, Array<number>(before).fill(0));
  const order = shuffled(words, pack);
  return order.slice(hand * seat, hand * (seat + 1)).sort((one, other) => one - other);
}
