import type { About } from "$page/games/game";
import type { View } from "./sight";
import { written } from "./cards";

const COIN = "M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16z";
const CARDS_LAID = new Set(["led", "limited", "laid", "doubled", "capped"]);

export const about: About = {
  samples: [20, 33, 45],
  seat(fields, seat, words) {
    const view = fields as unknown as View;
    const notes = view.marker === seat ? [words.say("table.is_marker")] : [];
    const passed = view.passed[seat] === 1 && view.seat >= 0;
    if (passed) notes.unshift(words.say("table.is_passed"));
    const leads = view.last === seat && view.lying > 0 && view.seat >= 0;
    return { cards: view.held[seat] ?? null, score: view.points[seat] ?? 0, notes, out: passed, ...(leads ? { mark: { icon: COIN, label: words.say("table.is_last") } } : {}) };
  },
  hand: (view, seat) => (view as unknown as View).hands[seat] ?? [],
  label: written,
  bubble(event, words) {
    if (event.event === "passed") return words.say("table.is_passed");
    return CARDS_LAID.has(String(event.event)) ? written(Number(event.card)) : undefined;
  },
};
