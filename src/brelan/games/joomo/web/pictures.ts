/** The cards beside the clauses. */
import type { Pictures } from "$page/games/game";

export const pictures: Pictures = {
  R1: [[0, 1, 2, "…", 68, 69]],
  R4: [[20]],
  R5: [[20, "—", 40]],
  R6: [[20, "<", 31, "<", 40]],
  R9: [[0, 11, 22, 33, 44, 55, 66]],
  R10: [[30, "—", 58, "→", 45, "—", 58]],
  R11: [[55]],
  R12: [[0, 10, 20, 30, 40, 50, 60]],
  R15: [[10, 30, 47, "=", "−2"]],
};
