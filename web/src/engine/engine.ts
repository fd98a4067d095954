/** A game's engine: its WebAssembly behind the entry points listed in its manifest. */
import type { Facts } from "./facts.ts";

export type Row = Int16Array;
/** One or more records of a game, as bytes. */
export type Records = Uint8Array;
type Data = Uint8Array | Int8Array | Int16Array | Int32Array | Float32Array | Float64Array | BigInt64Array | BigUint64Array;

/** An array of more than one dimension. */
export interface Grid {
  data: Data;
  shape: number[];
}
export type Given = number | bigint | boolean | Data | Grid | readonly bigint[]; // a list of words is a tuple

interface Exports {
  memory: WebAssembly.Memory;
  reserve(size: number): number;
  sources(): number;
}

const SLOTS = 64; // more than any entry point takes
const ROOM = 1 << 16; // bytes of arguments, at first

export class Engine {
  readonly facts: Facts;
  readonly #memory: WebAssembly.Memory;
  readonly #entries: Record<string, (slots: number) => number>;
  readonly #reserve: (size: number) => number;
  readonly #slots: number;
  #room = 0;
  #size = 0;

  constructor(facts: Facts, instance: WebAssembly.Instance) {
    const { memory, reserve, sources } = instance.exports as unknown as Exports;
    this.facts = facts;
    this.#memory = memory;
    this.#reserve = reserve;
    this.#entries = instance.exports as unknown as Record<string, (slots: number) => number>;
    const hash = new TextDecoder().decode(new Uint8Array(memory.buffer, sources(), facts.sources.length));
    if (hash !== facts.sources) throw new Error(`${facts.name}: engine and manifest were built from different sources`);
    this.#slots = reserve(8 * SLOTS);
    this.#grow(ROOM);
  }

  /** Whether there is an entry point of that name. */
  has(name: string): boolean {
    return name in this.facts.entries;
  }

  /** So many records, all zero. */
  records(count = 1): Records {
    return new Uint8Array(count * this.facts.size);
  }

  /** Call an entry point. What it writes to arrays is copied back. */
  call(name: string, ...given: Given[]): number {
    const [kinds, result] = this.facts.entries[name] ?? [];
    if (!kinds || given.length !== kinds.length) throw new Error(`${this.facts.name} has no entry point ${name} with ${given.length} arguments`);
    const lent = this.#lend(given);
    let view = new DataView(this.#memory.buffer);
    let slot = this.#slots;
    const write = (value: bigint) => view.setBigUint64((slot += 8) - 8, BigInt.asUintN(64, value), true);
    given.forEach((one, place) => {
      const kind = kinds[place]!;
      if (isTuple(one)) one.forEach(write);
      else if (typeof one === "object") {
        const { data, shape } = gridOf(one, kind, this.facts.size);
        write(BigInt(lent.get(data)!));
        for (const size of shape) write(BigInt(size));
      } else if (kind[0] === "d") view.setFloat64((slot += 8) - 8, Number(one), true);
      else write(BigInt(one));
    });
    if (this.#entries[name]!(this.#slots)) throw new Error(`${this.facts.name}: ${name} failed`);
    view = new DataView(this.#memory.buffer);
    for (const [data, at] of lent) bytesOf(data).set(new Uint8Array(this.#memory.buffer, at, data.byteLength));
    return result![0] === "d" ? view.getFloat64(this.#slots, true) : result![0] === "v" ? 0 : Number(view.getBigInt64(this.#slots, true));
  }

  /** Copy arrays to the engine's memory, each once. */
  #lend(given: Given[]): Map<Data, number> {
    const arrays = new Set(given.filter((one) => typeof one === "object" && !isTuple(one)).map((one) => ("data" in (one as Grid) ? (one as Grid).data : (one as Data))));
    const wanted = [...arrays].reduce((sum, one) => sum + one.byteLength + 16, 0);
    if (wanted > this.#size) this.#grow(2 * wanted);
    const lent = new Map<Data, number>();
    let at = this.#room;
    for (const one of arrays) {
      lent.set(one, at);
      new Uint8Array(this.#memory.buffer, at, one.byteLength).set(bytesOf(one));
      at += (one.byteLength + 15) & -16;
    }
    return lent;
  }

  #grow(size: number): void {
    this.#room = this.#reserve(size);
    this.#size = size;
  }
}

const isTuple = (one: Given): one is readonly bigint[] => Array.isArray(one);
const bytesOf = (data: Data) => new Uint8Array(data.buffer, data.byteOffset, data.byteLength);

function gridOf(one: Data | Grid, kind: string, size: number): Grid {
  if ("data" in one) return one;
  return { data: one, shape: [kind[0] === "r" ? one.byteLength / size : one.length] };
}

/** Load an engine from its two files, given as bytes and as the manifest. */
export async function engineOf(facts: Facts, wasm: BufferSource): Promise<Engine> {
  const { instance } = await WebAssembly.instantiate(wasm, {});
  return new Engine(facts, instance);
}
