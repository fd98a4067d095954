/** Decoding rows of numbers: events, and the phrases of hints and warnings (src/brelan/core/sentences.py). */
import type { Engine } from "./engine.ts";
import type { SaidFacts, SentenceFacts } from "./facts.ts";

const ROOM = 4096; // the most numbers that all sentences about one action, or one move, take
const LINE = 256; // the most characters of a spelled text

export type Fields = Record<string, unknown>;
export interface Said {
  name: string;
  fields: Fields;
  own: string[]; // the fields that only its seat may know
}

/** A buffer for the row an entry point writes. */
export const roomForRow = () => new Int16Array(ROOM);

/** The sentences of a row. */
export function* read(engine: Engine, list: readonly SentenceFacts[], row: Int16Array): Generator<Said> {
  for (let place = 0; place < row.length; ) {
    const sentence = list[row[place++]!]!;
    const fields: Fields = {};
    for (const [name, field] of Object.entries(sentence.fields)) {
      const length = field.list ? row[place++]! : field.width;
      fields[name] = shown(engine, field, row.subarray(place, place + length));
      place += length;
    }
    yield { name: sentence.name, fields, own: Object.keys(sentence.fields).filter((name) => sentence.fields[name]!.own) };
  }
}

function shown(engine: Engine, field: SaidFacts, cells: Int16Array): unknown {
  if (field.whole) return spelled(engine, field.spell!, cells);
  const items = Array.from({ length: cells.length / field.width }, (_, i) => one(engine, field, cells.subarray(i * field.width, (i + 1) * field.width)));
  return field.list ? items : items[0];
}

function one(engine: Engine, field: SaidFacts, cells: Int16Array): unknown {
  if (field.spell) return spelled(engine, field.spell, cells);
  return field.names ? field.names[cells[0]!] : cells[0];
}

/** The text an entry point spells. */
export function spelled(engine: Engine, entry: string, cells: Int16Array): string {
  const out = new Int16Array(LINE);
  const length = engine.call(entry, cells.slice(), out);
  return String.fromCharCode(...out.subarray(0, length));
}
