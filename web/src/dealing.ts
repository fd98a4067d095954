/** The published rule by which cards follow from a secret and the players' numbers: docs/shuffles.md, version 1. */
import type { Dealing } from "./protocol";

export const RULE = 1;
const WORDS = 4; // of a block, 64 bits each
const BITS = 32n;
const ALL = 1n << BITS;

/** The next word, each time it is called. */
export type Words = () => Promise<bigint>;

/** Bytes as hexadecimal digits. */
export const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const bytesOf = (digits: string) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const sha256 = async (bytes: Iterable<number>) => new Uint8Array(await crypto.subtle.digest("SHA-256", Uint8Array.from(bytes)));

/** What is published of a secret before the deal. */
export const commitmentOf = async (secret: string) => hex(await sha256(bytesOf(secret)));

/** The words that follow from a secret and the numbers, by seat. */
export async function wordsOf(secret: string, numbers: Record<string, string>): Promise<Words> {
  const added = Object.entries(numbers).map(([seat, number]) => [Number(seat), ...bytesOf(number)]);
  added.sort(([seat = 0], [other = 0]) => seat - other);
  const root = await sha256([...new TextEncoder().encode(`brelan shuffle ${RULE}`), ...added.flat()]);
  const key = await crypto.subtle.importKey("raw", bytesOf(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  let block = new DataView(new ArrayBuffer(0));
  let taken = 0;
  return async () => {
    if (taken % WORDS === 0) block = await blockOf(key, root, taken / WORDS);
    return block.getBigUint64(8 * (taken++ % WORDS));
  };
}

async function blockOf(key: CryptoKey, root: Uint8Array, number: number): Promise<DataView<ArrayBuffer>> {
  const text = new Uint8Array(root.length + 8);
  text.set(root);
  new DataView(text.buffer).setBigUint64(root.length, BigInt(number));
  return new DataView(await crypto.subtle.sign("HMAC", key, text));
}

/** A number from 0 to sides - 1, each exactly as likely: a word that would favour some is left out. */
export async function below(words: Words, sides: number): Promise<number> {
  const count = BigInt(sides);
  const least = (ALL - count) % count;
  for (;;) {
    const product = ((await words()) >> BITS) * count;
    if (product % ALL >= least) return Number(product >> BITS);
  }
}

/** Cards in the order that follows; the first place is settled first. */
export async function shuffled(words: Words, cards: readonly number[]): Promise<number[]> {
  const order = [...cards];
  for (let place = 0; place < order.length - 1; place++) {
    const other = place + (await below(words, order.length - place));
    [order[place], order[other]] = [order[other]!, order[place]!];
  }
  return order;
}

/** The cards a seat is dealt first (T5), ascending. */
export async function firstHand(words: Words, { pack, hand, lot, before = 0 }: Dealing, seat: number, seats: number): Promise<number[]> {
  if (lot) await below(words, seats);
  await shuffled(words, Array<number>(before).fill(0));
  const order = await shuffled(words, pack);
  return order.slice(hand * seat, hand * (seat + 1)).sort((one, other) => one - other);
}
