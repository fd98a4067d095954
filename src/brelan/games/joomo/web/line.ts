/** Where things lie on the number line, in pixels. The line is true to scale, but the gap keeps its share of it and a limit's card its own width. */

const STATE = 28; // the words above
const FREE = 26; // the numbers of the gap, at its top
const RATIO = 1.4; // of a card
const AWAY = 4; // between cards
const STEM = 6;
const SMALLEST = 18;
const LARGEST = 88;

export interface Measures {
  width: number;
  height: number;
  top: number; // of the line
  rail: number; // how high the line itself is
  card: number; // width of a limit
  ghost: number; // width of a place for one's own card
}

/** How large everything is in a box. */
export function measures(width: number, height: number): Measures {
  const top = Math.min((height < 240 ? 0.54 : 0.58) * height, 62 + 0.245 * width);
  const card = Math.max(24, Math.min((top - STATE - 10) / RATIO, 0.175 * width, 168));
  const rail = Math.max(20, Math.min(0.045 * height, 30));
  return { width, height, top, rail, card, ghost: Math.max(24, card * 0.42) };
}

/** Where a number stands. */
export function scale(size: number, limits: readonly number[], { width, card }: Measures): (value: number) => number {
  if (limits.length < 2) return (value) => (width * (value + 0.5)) / size;
  const [low, high] = [Math.min(...limits), Math.max(...limits)];
  const edge = card + 4;
  const gap = Math.min(Math.max((width * (high - low)) / size, width * (width < 480 ? 0.42 : 0.36)), width - 2 * edge);
  const left = Math.min(Math.max(((width - gap) * (low + 0.5)) / (size - (high - low)), edge), width - gap - edge);
  const right = left + gap;
  return (value) => (value <= low ? (left * (value + 0.5)) / (low + 0.5) : value >= high ? right + ((width - right) * (value - high)) / (size - 0.5 - high) : left + (gap * (value - low)) / (high - low));
}

type Taken = [left: number, right: number][];
export interface Spot {
  value: number;
  x: number; // its middle
  row: number;
}

/** The first free place at a number, else beside it: in the rows in order, then a little further off. */
function put(x: number, ways: readonly number[], width: number, rows: Taken[], [least, most]: readonly [number, number], reach: number): Omit<Spot, "value"> | null {
  for (let off = 0; off <= reach; off += 2) {
    for (const way of off ? ways : [1]) {
      const middle = Math.max(least + width / 2, Math.min(most - width / 2, x + way * off));
      const row = rows.findIndex((taken) => taken.every(([left, right]) => middle + width / 2 + 2 <= left || middle - width / 2 - 2 >= right));
      if (row < 0) continue;
      rows[row]!.push([middle - width / 2, middle + width / 2]);
      return { x: middle, row };
    }
  }
  return null;
}

/** The cards that hang below the line: as large as lets all fit, each at its number, those of the gap first. */
export function hang(values: readonly number[], limits: readonly number[], at: (value: number) => number, { width, height, top, rail }: Measures): { mini: number; spots: Spot[] } {
  const [low, high] = [Math.min(...limits), Math.max(...limits)];
  const space = height - top - rail - STEM - 2;
  const inside = values.filter((value) => value > low && value < high);
  const below = values.filter((value) => value <= low).sort((a, b) => b - a);
  const above = values.filter((value) => value >= high).sort((a, b) => a - b);
  const order = [...inside.sort((a, b) => a - b).map((value) => [value, 1] as const), ...below.map((value) => [value, -1] as const), ...above.map((value) => [value, 1] as const)];
  let found: Spot[] = [];
  const largest = Math.min(LARGEST, width * 0.105, space / RATIO);
  for (let mini = largest; mini > Math.min(SMALLEST, largest) - 1; mini -= 1) {
    const rows: Taken[] = Array.from({ length: Math.max(1, Math.floor((space + AWAY) / (mini * RATIO + AWAY))) }, () => []);
    found = order.flatMap(([value, way]) => {
      const spot = put(at(value), [way], mini, rows, [0, width], mini * 1.8);
      return spot ? [{ value, ...spot }] : [];
    });
    if (found.length === order.length) return { mini, spots: found };
  }
  const mini = Math.min(SMALLEST, largest); // more than there is room for: over each other
  return { mini, spots: order.map(([value]) => found.find((spot) => spot.value === value) ?? { value, x: at(value), row: 0 }) };
}
/** How far down a row hangs. */
export const drop = (row: number, mini: number) => STEM + row * (mini * RATIO + AWAY);

/** Places over the gap for one's own cards that fit: at their numbers if there are rows enough, else side by side in order. */
export function stand(values: readonly number[], limits: readonly number[], at: (value: number) => number, { top, ghost }: Measures): Spot[] {
  if (limits.length < 2) return [];
  const count = Math.max(1, Math.floor((top - STATE - FREE) / (ghost * 1.25 + AWAY)));
  const ends = [at(Math.min(...limits)) + 5, at(Math.max(...limits)) - 5] as const;
  const rows: Taken[] = Array.from({ length: count }, () => []);
  const found = values.map((value) => ({ value, spot: put(at(value), [], ghost, rows, ends, 0) }));
  if (found.every(({ spot }) => spot)) return found.map(({ value, spot }) => ({ value, ...spot! }));
  return rows.flatMap((_, row) => inOrder(values.filter((_value, i) => i % count === row), row, at, ghost, ends));
}

/** One row: each as near to its number as its neighbours let it. */
function inOrder(values: readonly number[], row: number, at: (value: number) => number, width: number, [least, most]: readonly [number, number]): Spot[] {
  const step = Math.min(width + 3, values.length > 1 ? (most - least - width) / (values.length - 1) : 0);
  const places = values.map((value, i) => Math.max(at(value), least + width / 2 + i * step));
  for (let i = values.length - 1, end = most - width / 2; i >= 0; i -= 1, end = places[i + 1]! - step) places[i] = Math.min(places[i]!, end);
  for (let i = 1; i < places.length; i += 1) places[i] = Math.max(places[i]!, places[i - 1]! + step);
  return values.map((value, i) => ({ value, x: places[i]!, row }));
}
