import type { Event, View } from "$generated/jokrummy";
import type { About } from "$page/games/game";
import { readable } from "./describe";
import { GOAL, nameOf } from "./sight";

export const about: About<View, Event> = {
  samples: [37, 52, 12],
  seat(view, seat, words) {
    const lies = view.laid[seat] === 1 && view.seat >= 0;
    return { cards: view.held[seat] ?? null, score: view.done[seat] ?? 0, ...(lies ? { mark: { icon: "check" as const, label: words.say("table.has_laid") } } : {}) };
  },
  readable,
  hand: (view, seat) => view.hands[seat] ?? [],
  label: nameOf,
  points: (score) => `${score} / ${GOAL}`,
  mood(event, seat) {
    if (event.event === "completed") return event.seat === seat ? "glad" : "worried";
    return (event.event === "took" || event.event === "bonus") && event.seat === seat ? "glad" : undefined;
  },
  bubble: (event, words) => (event.event === "discarded" || event.event === "took" ? `${event.event === "took" ? "↑" : "↓"} ${readable(event.card, words)}` : undefined),
};
