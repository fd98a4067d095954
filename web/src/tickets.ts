/** The seats this device holds: the key of each, and the invitation to its table. */
import { store, stored } from "./stored";

export interface Held {
  key?: string;
  invitation?: string;
}

/** Everything held, by table. */
export const held = () => stored<Record<string, Held>>("seats", {});

/** What is held of one table. */
export const heldAt = (table: string): Held => held()[table] ?? {};

/** Keep a key or an invitation. */
export function keep(table: string, what: Held): void {
  store("seats", { ...held(), [table]: { ...heldAt(table), ...what } });
}

/** Forget a table. */
export function forget(table: string): void {
  const others = Object.entries(held()).filter(([other]) => other !== table);
  store("seats", Object.fromEntries(others));
}

/** Where one has a seat, for the list of one's tables; at most as many as the server takes. */
export const tickets = () =>
  Object.entries(held()).flatMap(([table, { key }]) => (key ? [{ table, key }] : [])).slice(-60);
