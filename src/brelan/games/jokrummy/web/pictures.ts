/** The cards beside the clauses; clubs, diamonds, hearts, spades from ace to king are 0 to 51, the joker 52. */
import type { Pictures } from "$page/games/game";

export const pictures: Pictures = {
  R3: [[52, 1, 14, 27, 40]],
  R9: [[33, 14, 35, 36]],
  R10: [[12, 25, 38]],
  R11: [[30, 31, 32, 33]],
  R12: [[2, 16, 30, 44]],
  R13: [[26, 28, 29], [37, 38, 26]],
  R16: [[32, "→", 33, 34, 35, "←", 36]],
};
