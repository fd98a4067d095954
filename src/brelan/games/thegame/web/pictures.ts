/** The cards beside the clauses. */
import type { Pictures } from "$page/games/game";

export const pictures: Pictures = {
  R1: [[2, 3, 4, "…", 98, 99]],
  R5: [[24, "→", 27, "→", 31]],
  R6: [[85, "→", 82, "→", 77]],
  R7: [[24, "→", 14], [85, "→", 95]],
};
