import { readAction, type Event, type View } from "$generated/jokrummy";
import type { About } from "$page/games/game";
import { readable } from "./describe";
import { cardOf, GOAL, nameOf } from "./sight";

export const about: About<View, Event> = {
  samples: [37, 52, 12],
  seat(view, seat, words) {
    const lies = view.laid[seat] === 1 && view.seat >= 0;
    return { cards: view.held[seat] ?? null, score: view.done[seat] ?? 0, goal: GOAL, ...(lies ? { mark: { icon: "check" as const, label: words.say("table.has_laid") } } : {}) };
  },
  readable,
  hand: (view, seat) => view.hands[seat] ?? [],
  label: (card, words) => readable(nameOf(card), words),
  points: (score) => `${score} / ${GOAL}`,
  mood(event, seat) {
    if (event.event === "completed") return event.seat === seat ? "glad" : "worried";
    return (event.event === "took" || event.event === "bonus") && event.seat === seat ? "glad" : undefined;
  },
  bubble: (event) => (event.event === "discarded" || event.event === "took" ? cardOf(event.card) : undefined),
  path(step) {
    const said = readAction(step);
    if (said.verb === "stock") return { place: ".pile" };
    if (said.verb === "take") return { place: "[data-drop=discard]" };
    return said.verb === "discard" ? { card: cardOf(said.card), place: "[data-drop=discard]" } : {};
  },
  sound: (event) => (event.event === "completed" ? { sound: "ten" } : undefined),
};
