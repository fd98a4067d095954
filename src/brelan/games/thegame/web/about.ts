import { names, readAction, type Event, type View } from "$generated/thegame";
import type { About } from "$page/games/game";
import { say } from "./say";

const HOLD = names.what.indexOf("hold");

const DOWN = 2; // the first pile that goes down

export const about: About<View, Event> = {
  samples: [17, 58, 93],
  seat: (view, seat) => ({ cards: view.held[seat] ?? null }),
  hand: (view, seat) => view.hands[seat] ?? [],
  label: String,
  mood(event, seat, view) {
    if (event.event === "stepped_back" || event.event === "beaten") return "glad"; // all play together
    if (event.event === "stopped") return "worried";
    return event.event === "laid" && event.seat !== seat && view.signals[seat]?.[event.pile] === HOLD ? "worried" : undefined;
  },
  sound: (event) => (event.event === "stepped_back" ? { sound: "ten" } : undefined),
  bubble(event, words) {
    if (event.event === "said") return words.name("how", event.how);
    if (event.event === "laid" || event.event === "stepped_back") return event.card;
    return event.event === "signalled" ? words.name("what", event.what) : undefined;
  },
  excuse: (event) => (event.event === "overruled" ? say("excuse") : undefined),
  shown(event) {
    if (event.event === "stepped_back") return { sign: "↩\uFE0E", cards: [event.card] };
    return event.event === "laid" ? { sign: event.pile < DOWN ? "↑" : "↓", cards: [event.card] } : undefined;
  },
  untold: ["drew"],
  folded: { events: ["signalled"], icon: "flag" },
  path(step) {
    const said = readAction(step);
    if (said.verb === "lay") return { card: said.card, place: `[data-drop="${said.pile}"] .place` };
    return { place: `.actions .button:nth-child(${said.verb === "glad" ? said.how + 1 : 1})` };
  },
  lies: (event, view) => (event.event !== "laid" && event.event !== "stepped_back") || view.tops[event.pile] === event.card, // R8: only the tops show
  serious: ["strands"], // what others ask for lies on the piles
  reached: (view) => ({ done: view.down, of: 98 }),
  result(view) {
    const left = 98 - view.down;
    return left ? say("result", { count: left }) : say("result_none");
  },
};
