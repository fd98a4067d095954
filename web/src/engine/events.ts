/** What happened at a table, reported once and redacted for each viewer. */
import type { Engine } from "./engine.ts";
import { read, roomForRow, type Fields } from "./sentences.ts";

export interface Event {
  name: string;
  seat: number | null;
  open: Fields; // for everybody
  own: Fields; // for that seat alone
}

/** The events of an action, from the record before and after it. */
export function tell(engine: Engine, before: Uint8Array, action: number, after: Uint8Array): Event[] {
  if (!engine.has("tell")) return [];
  const row = roomForRow();
  const size = engine.call("tell", before, 0, action, after, 0, row);
  return [...read(engine, engine.facts.events, row.subarray(0, size))].map(({ name, fields: { seat, ...fields }, own }) => {
    const part = (mine: boolean) => Object.fromEntries(Object.entries(fields).filter(([field]) => own.includes(field) === mine));
    return { name, seat: (seat as number | undefined) ?? null, open: part(false), own: part(true) };
  });
}

/** An event as plain data, with only the fields a viewer may know. */
export function seenBy({ name, seat, open, own }: Event, viewer: number): Fields {
  return { event: name, ...(seat === null ? {} : { seat }), ...open, ...(viewer === seat ? own : {}) };
}
