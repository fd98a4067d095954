/** The game in six pictures; what stands under each is in the texts, `pictures`. */
import type { Panel } from "$page/games/game";

export const panels: readonly Panel[] = [
  { rows: [[25, { place: "26–31" }, 32]] },
  { rows: [[25, { lit: 29 }, 32]], step: "welcome" },
  { rows: [[{ bot: "otto", mood: "worried", out: true }, "—"]] },
  { rows: [[{ bot: "ada", mood: "glad" }, "coin", "coin"]] },
  { rows: [[35], [33], [20]], told: ["five", "double", "ten"] },
  { rows: [[{ bar: "20" }]], step: "goodbye" },
];
