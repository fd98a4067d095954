/** The game in six pictures; what stands under each is in the texts, `pictures`. Cards as in pictures.ts. */
import type { Panel } from "$page/games/game";

export const panels: readonly Panel[] = [
  { rows: [[{ lit: 13 }, "+", { place: "?" }]] },
  { rows: [[13, "+", 11, "+", 10, "=", "10"]], step: "welcome" },
  { rows: [[7, "+", 1, "=", "−10"]] },
  { rows: [[10, "+", { lit: 18 }, "+", 15, "=", "10"]] },
  { rows: [[{ bot: "otto", mood: "worried" }, "←", null]] },
  { rows: [[{ bot: "ada", mood: "glad" }, { place: "" }, "star"]], step: "goodbye" },
];
