import type { About } from "$page/games/game";
import { readable } from "./describe";
import { GOAL, nameOf, type View } from "./sight";

export const about: About = {
  samples: [37, 52, 12],
  seat(fields, seat, words) {
    const view = fields as unknown as View;
    const lies = view.laid[seat] === 1 && view.seat >= 0;
    return { cards: view.held[seat] ?? null, score: view.done[seat] ?? 0, ...(lies ? { mark: { icon: "check" as const, label: words.say("table.has_laid") } } : {}) };
  },
  readable,
  hand: (view, seat) => (view as unknown as View).hands[seat] ?? [],
  label: nameOf,
  points: (score) => `${score} / ${GOAL}`,
  bubble: (event, words) => (event.event === "discarded" || event.event === "took" ? `${event.event === "took" ? "↑" : "↓"} ${readable(String(event.card), words)}` : undefined),
};
