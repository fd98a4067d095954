/** The game in six pictures; what stands under each is in the texts, `pictures`. Cards as in pictures.ts. */
import type { Panel } from "$page/games/game";

export const panels: readonly Panel[] = [
  { rows: [[{ place: "♥\uFE0E" }, { place: "♥\uFE0E" }, { place: "♥\uFE0E" }, { place: "♥\uFE0E" }]] },
  { rows: [[12, 25, 38]] },
  { rows: [[30, 31, 32, 33]], step: "welcome" },
  { rows: [[33, { lit: 14 }, 35, 36], [52]] },
  { rows: [[null, "→", { place: "" }, { place: "" }, "→", 4]] },
  { rows: [["star", "star", "star", "star", "star", "star", "star"]], step: "goodbye" },
];
