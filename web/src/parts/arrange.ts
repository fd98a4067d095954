/** In which order a hand is held, and where each card of it lies. */
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

export interface Spot {
  x: number;
  y: number;
  turn: number; // degrees
}

export interface Layout {
  width: number; // of a card
  height: number; // of the whole hand
  spots: Spot[];
}

const SMALLEST = 58; // width of a card
const NARROWEST = 44; // of a card's strip that stays visible: a finger's width
const RATIO = 1.4;
const LIFT = 0.26; // room above for lifted cards, in card heights
const BETWEEN = 8;

/** Where the cards lie: in as few rows as leave every card a finger's width, a single row slightly fanned. */
export function layout(count: number, room: number, tall: number): Layout {
  const wished = Math.round(Math.max(SMALLEST, Math.min(120, room / 5, tall * 0.13)));
  const saves = rowsOf(count, room, SMALLEST, NARROWEST).rows < rowsOf(count, room, wished, NARROWEST).rows;
  const width = saves ? SMALLEST : wished;
  const high = width * RATIO;
  const { rows, down, at } = rowsOf(count, room, width, NARROWEST);
  const fanned = rows === 1 && count > 2;
  const spots = Array.from({ length: count }, (_, i) => {
    const { x, y, middle } = at(i);
    return { x, y: y + high * LIFT + (fanned ? middle * middle * 0.9 : 0), turn: fanned ? middle * 1.3 : 0 };
  });
  const dip = fanned ? ((count - 1) / 2) ** 2 * 0.9 : 0;
  return { width, height: high * (1 + LIFT) + (rows - 1) * down + dip, spots };
}

/** Where cards lie on the table side by side, over each other where there is little room: in rows that leave a strip of each. */
export function spread(count: number, room: number, width: number, strip: number): Layout {
  const { rows, down, at } = rowsOf(count, room, width, strip);
  const spots = Array.from({ length: count }, (_, i) => ({ ...at(i), turn: 0 }));
  return { width, height: width * RATIO + (rows - 1) * down, spots };
}

function rowsOf(count: number, room: number, width: number, strip: number) {
  const most = Math.max(1, Math.floor((room - width) / strip) + 1);
  const rows = Math.max(1, Math.ceil(count / most));
  const each = Math.ceil(count / rows);
  const down = width * RATIO * (rows > 2 ? 0.5 : 0.64);
  const step = Math.min(width + BETWEEN, each > 1 ? (room - width) / (each - 1) : 0);
  const at = (i: number) => {
    const row = Math.floor(i / each);
    const middle = (i % each) - (Math.min(each, count - row * each) - 1) / 2;
    return { x: room / 2 + middle * step - width / 2, y: row * down, middle };
  };
  return { rows, down, at };
}

/** The place in a layout nearest to a point. */
export function nearest(layout: Layout, x: number, y: number): number {
  const high = layout.width * RATIO;
  const distances = layout.spots.map((spot) => Math.hypot(spot.x + layout.width / 2 - x, (spot.y + high / 2 - y) * 1.5));
  return distances.indexOf(Math.min(...distances));
}
