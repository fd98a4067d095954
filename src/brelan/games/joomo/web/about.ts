import { readAction, type Event, type View } from "$generated/joomo";
import type { About } from "$page/games/game";
import { written } from "./cards";

const COIN = "M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16z";

export const about: About<View, Event> = {
  samples: [20, 33, 45],
  seat(view, seat, words) {
    const notes = view.marker === seat ? [words.say("table.is_marker")] : [];
    const passed = view.passed[seat] === 1 && view.seat >= 0;
    if (passed) notes.unshift(words.say("table.is_passed"));
    const leads = view.last === seat && view.lying > 0 && view.seat >= 0;
    return { cards: view.held[seat] ?? null, score: view.points[seat] ?? 0, notes, out: passed, ...(leads ? { mark: { icon: COIN, label: words.say("table.is_last") } } : {}) };
  },
  hand: (view, seat) => view.hands[seat] ?? [],
  label: written,
  mood(event, seat) {
    if (event.event === "took") return event.seat === seat ? "glad" : undefined;
    if (event.event === "went_out") return event.seat === seat ? "glad" : "worried";
    return event.event === "scored" && event.seat === seat && event.tens > 0 ? "worried" : undefined;
  },
  bubble(event, words) {
    if (event.event === "passed") return words.say("table.is_passed");
    return "card" in event ? event.card : undefined;
  },
  path(step) {
    const said = readAction(step);
    if (said.verb === "cap") return { card: said.card, place: `[data-drop="${said.place}"]` };
    return said.verb === "lay" ? { card: said.card, place: `[data-ghost="${said.card}"], [data-drop="gap"]` } : {};
  },
};
