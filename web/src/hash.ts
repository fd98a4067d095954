/** SHA-256 and HMAC in plain code: browsers provide neither over http, as used at home. */
const BLOCK = 64; // bytes

const primes: number[] = [];
for (let number = 2; primes.length < 64; number++) if (primes.every((prime) => number % prime)) primes.push(number);
const fraction = (number: number) => ((number % 1) * 2 ** 32) | 0;
const START = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = primes.map((prime) => fraction(Math.cbrt(prime)));

const turn = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits));

/** The SHA-256 of some bytes. */
export function sha256(bytes: Uint8Array): Uint8Array {
  const text = new Uint8Array((bytes.length + 9 + BLOCK - 1) & -BLOCK);
  text.set(bytes);
  text[bytes.length] = 0x80;
  const view = new DataView(text.buffer);
  view.setUint32(text.length - 4, 8 * bytes.length);
  const state = Int32Array.from(START);
  for (let at = 0; at < text.length; at += BLOCK) mix(state, new DataView(text.buffer, at, BLOCK));
  const hash = new DataView(new ArrayBuffer(32));
  state.forEach((word, place) => hash.setInt32(4 * place, word));
  return new Uint8Array(hash.buffer);
}

/** Mix a block into the state. */
function mix(state: Int32Array, block: DataView): void {
  const words = new Int32Array(64);
  for (let t = 0; t < 16; t++) words[t] = block.getInt32(4 * t);
  for (let t = 16; t < 64; t++) {
    const [far, near] = [words[t - 15]!, words[t - 2]!];
    const one = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3);
    const two = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10);
    words[t] = words[t - 16]! + one + words[t - 7]! + two;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let t = 0; t < 64; t++) {
    const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[t]! + words[t]!;
    const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, place) => (state[place]! += word));
}

/** The HMAC-SHA256 of some bytes with a key of at most 64 bytes. */
export function hmac(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  const padded = (pad: number) => Array.from({ length: BLOCK }, (_, place) => (key[place] ?? 0) ^ pad);
  const inner = sha256(Uint8Array.from([...padded(0x36), ...bytes]));
  return sha256(Uint8Array.from([...padded(0x5c), ...inner]));
}
