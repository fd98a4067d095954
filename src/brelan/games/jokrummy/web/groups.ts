/** Where the groups lie, in pixels: side by side in rows, as large as lets all of them fit. */

const RATIO = 1.4; // of a card
const SMALLEST = 20; // wide: with smaller cards one scrolls
const STEP = 0.02;
const [BESIDE, BELOW, NEAR] = [12, 6, 3]; // gaps

/** What a group is made of. */
export interface Extent {
  cards: number;
  doors: number; // open ends a chosen card could go to
  face: boolean; // its owner's
}
/** A card at its largest: how wide it is, and how much of it the next one covers; the owner's face; an open end. */
export interface Lengths {
  tile: number;
  lap: number;
  face: number;
  door: number;
}
export interface Spread {
  scale: number;
  row: number; // height of a row
  spots: { x: number; y: number }[];
  height: number;
}

function spreadBy(scale: number, groups: readonly Extent[], width: number, { tile, lap, face, door }: Lengths): Spread {
  const row = Math.max(scale * tile * RATIO, groups.some(({ doors }) => doors) ? door : 0);
  const wide = (group: Extent) => scale * ((group.face ? face + NEAR : 0) + tile + (group.cards - 1) * (tile - lap)) + group.doors * (door + NEAR);
  let [x, y] = [0, 0];
  const spots = groups.map((group) => {
    if (x && x + wide(group) > width) [x, y] = [0, y + row + BELOW];
    const spot = { x, y };
    x += wide(group) + BESIDE;
    return spot;
  });
  return { scale, row, spots, height: groups.length ? y + row : 0 };
}

/** All groups in a box. */
export function spread(groups: readonly Extent[], width: number, height: number, lengths: Lengths): Spread {
  const least = Math.min(1, SMALLEST / lengths.tile);
  for (let scale = 1; scale > least; scale -= STEP) {
    const found = spreadBy(scale, groups, width, lengths);
    if (found.height <= height) return found;
  }
  return spreadBy(least, groups, width, lengths);
}
