/** Records and views: fields by name, and what people are shown of them (src/brelan/core/record.py). */
import type { Facts, FieldFacts } from "./facts.ts";
import type { Fields } from "./sentences.ts";

const HIDDEN = -1;
type Nested = number | Nested[];

function numbersOf(record: Uint8Array, { at, type, shape }: FieldFacts): number[] {
  const count = shape.reduce((product, size) => product * size, 1);
  const view = new DataView(record.buffer, record.byteOffset + at);
  return Array.from({ length: count }, (_, i) => (type === "i1" ? view.getInt8(i) : view.getInt16(2 * i, true)));
}

function nested(numbers: number[], shape: readonly number[]): Nested {
  const [size, ...rest] = shape;
  if (size === undefined) return numbers[0]!;
  const step = numbers.length / size;
  return Array.from({ length: size }, (_, i) => nested(numbers.slice(i * step, (i + 1) * step), rest));
}

/** A field that is one number. */
export function numberIn(facts: Facts, record: Uint8Array, name: string): number {
  return numbersOf(record, facts.fields[name]!)[0]!;
}

/** A view as plain data for people: without hidden or remembered fields, and with rows cut to their count. */
export function look(facts: Facts, view: Uint8Array, seats: number): Fields {
  const shown = Object.entries(facts.fields).filter(([, { who }]) => who === "public" || who === "owner");
  const values: Record<string, Nested> = Object.fromEntries(shown.map(([name, field]) => [name, nested(numbersOf(view, field), field.shape)]));
  return Object.fromEntries(shown.map(([name, field]) => [name, plain(values, name, field, seats)]));
}

function plain(values: Record<string, Nested>, name: string, { who, counter }: FieldFacts, seats: number): unknown {
  const value = values[name]!;
  const counts = counter === null ? null : values[counter]!;
  if (who !== "owner") return typeof counts === "number" ? (value as Nested[]).slice(0, counts) : value;
  const rows = (value as Nested[]).slice(0, seats);
  return rows.map((row, seat) => (hidden(row) ? null : counts === null ? row : (row as Nested[]).slice(0, (counts as number[])[seat])));
}

const hidden = (row: Nested): boolean => (typeof row === "number" ? row === HIDDEN : row.every(hidden));

/** Which bytes of a record are hidden from a seat by the fields' declarations. */
export function notFor(facts: Facts, seat: number): Uint8Array {
  const mask = new Uint8Array(facts.size);
  for (const { at, type, shape, who } of Object.values(facts.fields)) {
    const size = shape.reduce((product, one) => product * one, type === "i1" ? 1 : 2);
    if (who === "owner" || who === "secret") mask.fill(1, at, at + size);
    if (who === "owner") mask.fill(0, at + (seat * size) / shape[0]!, at + ((seat + 1) * size) / shape[0]!);
  }
  return mask;
}
