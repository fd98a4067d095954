/** The seats of this device: the key of each, and the invitation to its table. */
import { isHere } from "./pocket/names";
import { pocket } from "./pocket/pocket";
import { store, stored } from "./stored";

const OF_CLASS = "class-"; // tables that one comes to through a class

export interface Held {
  key?: string;
  asked?: string; // the key a seat was asked for with, while no answer came
  invitation?: string;
}

/** All tickets, by table. */
export const held = () => stored<Record<string, Held>>("seats", {});

/** The ticket of one table. */
export const heldAt = (table: string): Held => held()[table] ?? {};

/** Store a key or an invitation. */
export function keep(table: string, what: Held): void {
  store("seats", { ...held(), [table]: { ...heldAt(table), ...what } });
}

/** A secret of this device's own. */
export const freshKey = () => Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The key for requesting a seat: the same until an answer arrives, so that a lost answer does not lose the seat. */
export function keyFor(table: string): string {
  const asked = heldAt(table).asked ?? freshKey();
  keep(table, { asked });
  return asked;
}

/** Ask with that key no more; returns that no answer is out. */
export function drop(table: string): false {
  const { asked: _, ...rest } = heldAt(table);
  store("seats", { ...held(), [table]: rest });
  return false;
}

/** Forget a table. */
export function forget(table: string): void {
  const others = Object.entries(held()).filter(([other]) => other !== table);
  store("seats", Object.fromEntries(others));
  if (isHere(table)) void pocket("forget", table);
}

/** The tables with a seat of yours, at most as many as the server accepts. */
export const tickets = () =>
  Object.entries(held()).flatMap(([table, { key }]) => (key && !table.startsWith(OF_CLASS) ? [{ table, key }] : [])).slice(-60);
