/** What this device keeps of its player: to look at, to carry to another device, to save, to delete. */
import { forgetMe, handOver, takeOver } from "../api";
import { isHere } from "../pocket/names";
import { pocket } from "../pocket/pocket";
import { store, stored } from "../stored";
import { held, tickets } from "../tickets";
import { open, seal } from "./sealing";

const PREFIX = "brelan.";
const MOST = 10_000; // letters that are carried: what is sealed fits one request
const CARRIED = /^(settings|results|seats|(played|daily|lesson|against|best)\..+|\w+\.(level|progress))$/;
type Values = Record<string, unknown>;

/** Everything kept, by name. */
export function everything(): Values {
  const names = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
  return Object.fromEntries(names.map((name) => [name.slice(PREFIX.length), stored(name.slice(PREFIX.length), null)]));
}

/** What goes along to another device: not what is this one's own, and the oldest tables not, if there are too many. */
export function carried(): string {
  const values = Object.fromEntries(Object.entries(everything()).filter(([name]) => CARRIED.test(name)));
  let seats = Object.entries(held()).filter(([table]) => !isHere(table));
  let text = "";
  do {
    text = JSON.stringify({ ...values, seats: Object.fromEntries(seats) });
    seats = seats.slice(5);
  } while (text.length > MOST && seats.length);
  return text;
}

/** Lay a profile down for another device; the fragment of the link that takes it. */
export async function lend(): Promise<string> {
  const { key, body } = seal(carried());
  return `take=${(await handOver({ body })).id}.${key}`;
}

/** Take a profile from another device; whether there was one. */
export async function borrow(id: string, key: string): Promise<boolean> {
  const text = open((await takeOver(id)).body, key);
  if (text === null) return false;
  for (const [name, value] of Object.entries(JSON.parse(text) as Values)) if (CARRIED.test(name)) store(name, joined(name, value));
  return true;
}

/** Two devices' values as one: all seats, all days, the longer record. */
function joined(name: string, theirs: unknown): unknown {
  const own = stored<unknown>(name, null);
  if (!own || typeof own !== "object" || !theirs || typeof theirs !== "object") return theirs;
  if (name === "seats") return { ...own, ...theirs };
  const [here, there] = [own as { days?: string[]; played?: number }, theirs as { days?: string[]; played?: number }];
  if (here.days && there.days) return { ...there, days: [...new Set([...here.days, ...there.days])].sort() };
  return (here.played ?? 0) > (there.played ?? 0) ? own : theirs;
}

/** Everything in one file: what is stored, and the games of this device as notation. */
export async function exported(): Promise<string> {
  const tables: Record<string, string> = {};
  for (const { table } of tickets().filter((one) => isHere(one.table))) tables[table] = await pocket("save", table).catch(() => "");
  return JSON.stringify({ brelan: 1, stored: everything(), games: tables }, null, 2);
}

/** Delete everything, on the server and here. */
export async function erase(): Promise<void> {
  const { forgetAll } = await import("../alerts");
  await forgetAll().catch(() => {});
  const served = tickets().filter(({ table }) => !isHere(table));
  if (served.length) await forgetMe({ tickets: served });
  for (const { table } of tickets().filter((one) => isHere(one.table))) await pocket("forget", table);
  for (const name of Object.keys(everything())) store(name, null);
}
