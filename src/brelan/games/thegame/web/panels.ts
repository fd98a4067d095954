/** The game in six pictures; what stands under each is in the texts, `pictures`. */
import type { Panel } from "$page/games/game";

export const panels: readonly Panel[] = [
  { rows: [["↗", 14, 27, { lit: 31 }]] },
  { rows: [["↘", 85, 72, { lit: 66 }]] },
  { rows: [[24, "→", { lit: 14 }], [85, "→", { lit: 95 }]] },
  { rows: [[{ lit: 41 }, { lit: 44 }, "→", null, null]] },
  { rows: [[{ bot: "blaise", mood: "thinking" }, "!", { dim: 40 }]] },
  { rows: [[{ bot: "ada", mood: "glad" }, { bot: "blaise", mood: "glad" }, { bot: "carl", mood: "glad" }], [{ bar: "98" }]], step: "goodbye" },
];
