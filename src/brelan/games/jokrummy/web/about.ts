import type { Event, View } from "$generated/jokrummy";
import type { About } from "$page/games/game";
import { readable } from "./describe";
import { say } from "./say";
import { cardOf, GOAL, nameOf } from "./sight";

/** The card of a name; a wild one is told with what it stands for. */
const plain = (name: string) => cardOf(name.split("=")[0] ?? "");

const HEAP = "[data-drop=discard]";

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
  shown(event) {
    if (event.event === "laid_set" || event.event === "laid_run") return { cards: event.cards.map(plain) };
    const sign = { drew: "+", took: "+", discarded: "→", added: "" }[event.event as string];
    if (sign === undefined) return undefined;
    return { sign, cards: ["card" in event && event.card ? plain(event.card) : null] };
  },
  untold: ["showed"],
  path(step, actions) {
    const [verb = "", first = ""] = step.split(" ");
    const lays = ["show", "extend", "group"].includes(verb);
    return {
      place: { stock: ".pile", take: HEAP, discard: HEAP, show: ".rack", group: ".groups", extend: `.group:nth-child(${+first + 1}) .cards` }[verb],
      card: plain(lays ? actions[1]!.slice(4) : first),
      move: lays ? actions.filter((one) => !one.startsWith("discard")).join(";") : step,
      told: verb === "show" ? say("lay") : undefined,
    };
  },
  sound: (event) => (event.event === "completed" ? { sound: "ten" } : undefined),
};
