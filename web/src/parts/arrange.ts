/** In which order a hand is held, and in how many rows. */
import type { Sign } from "./Icon.svelte";

export interface Held {
  key: string; // its own, also where two cards are alike
  card: number;
  label: string; // what a screen reader says
  can: boolean; // goes somewhere now
  mark?: Sign; // a sign on its corner
}

export interface Sorting {
  name: string;
  label: string;
  compare(a: number, b: number): number;
}

/** Items in the player's own order: known cards where they were put, new ones at the end, sorted among themselves. */
export function arranged(items: readonly Held[], order: readonly string[], sorting: Sorting, byHand: boolean): Held[] {
  const sorted = [...items].sort((a, b) => sorting.compare(a.card, b.card));
  if (!byHand) return sorted;
  const place = new Map(order.map((key, index) => [key, index]));
  const known = sorted.filter((item) => place.has(item.key)).sort((a, b) => place.get(a.key)! - place.get(b.key)!);
  return [...known, ...sorted.filter((item) => !place.has(item.key))];
}

/** The order after one card was moved to another place. */
export function moved(order: readonly string[], key: string, to: number): string[] {
  const rest = order.filter((other) => other !== key);
  return [...rest.slice(0, to), key, ...rest.slice(to)];
}

const RATIO = 1.4; // a card's height by its width
const UPPER = 0.64; // of a card's width: how much of a card shows above the row before it
const FINGER = 38; // of a card's strip that stays visible
const MOST = 3;

/** The fewest rows of a box that leave every card a strip for a finger. */
export function rowsFor(count: number, wide: number, high: number): number {
  for (let rows = 1; rows < MOST; rows += 1) {
    const width = Math.min((high - 16) / (RATIO + UPPER * (rows - 1)), 150);
    const steps = Math.ceil(count / rows) - 1;
    if (steps * FINGER <= wide - width) return rows;
  }
  return MOST;
}
