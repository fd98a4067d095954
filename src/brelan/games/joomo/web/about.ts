import { readAction, type Event, type View } from "$generated/joomo";
import type { About } from "$page/games/game";
import type { Sign } from "$page/parts/Icon.svelte";
import { written } from "./cards";

const DASH = "M6 12h12";
const COIN = "M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16z";

export const about: About<View, Event> = {
  samples: [20, 33, 45],
  seat(view, seat, words) {
    const passed = view.passed[seat] === 1 && view.seat >= 0;
    const signs = [
      passed && { icon: DASH as Sign, label: words.say("table.is_passed") },
      view.last === seat && view.lying > 0 && view.seat >= 0 && { icon: COIN as Sign, label: words.say("table.is_last") },
      view.marker === seat && { icon: "star" as Sign, label: words.say("table.is_marker") },
    ].filter((sign) => sign !== false);
    const mark = signs[0] && { icon: signs[0].icon, label: signs.map(({ label }) => label).join(", ") };
    return { cards: view.held[seat] ?? null, score: view.points[seat] ?? 0, out: passed, ...(mark ? { mark } : {}) };
  },
  hand: (view, seat) => view.hands[seat] ?? [],
  label: written,
  mood(event, seat) {
    if (event.event === "took") return event.seat === seat ? "glad" : undefined;
    if (event.event === "went_out") return event.seat === seat ? "glad" : "worried";
    return event.event === "scored" && event.seat === seat && event.tens > 0 ? "worried" : undefined;
  },
  sound: (event) => (event.event === "took" ? { sound: "take", count: event.count } : event.event === "passed" ? { sound: "lift" } : undefined),
  bubble: (event) => ("card" in event ? event.card : undefined),
  shown: (event) => (event.event === "passed" ? { sign: "–", cards: [] } : undefined),
  untold: ["raised"], // who takes the trick is told with its points
  chapter: ({ event }) => event === "led" || event === "dealt" || event === "scored",
  tally: (event) => (event.event === "scored" ? { plus: event.gained, total: event.total } : undefined),
  path(step) {
    const said = readAction(step);
    if (said.verb === "cap") return { card: said.card, place: `[data-drop="${said.place}"]` };
    return said.verb === "lay" ? { card: said.card, place: `[data-ghost="${said.card}"], .next` } : { place: ".actions .button" };
  },
};
