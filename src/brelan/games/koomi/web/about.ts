import { readAction, type Event, type View } from "$generated/koomi";
import type { About } from "$page/games/game";
import { minus } from "$page/words";
import { cardOf, nameOf, signed, spreadOut } from "./sight";

export const about: About<View, Event> = {
  samples: [6, 15, 18],
  tasks: ["green", "six", "specials"],
  seat: (view, seat) => ({ cards: view.held[seat] ?? null }),
  hand: (view, seat) => spreadOut(view.hands[seat] ?? []).map(({ card }) => card),
  label: (card, words) => words.name("card", nameOf(card)),
  points: (score, words) => words.say("table.cards", { count: -score }),
  mood(event, seat, view) {
    if (event.event === "made" || event.event === "won") return event.seat === seat ? "glad" : event.event === "made" && view.held[event.seat] === 1 ? "worried" : undefined;
    return event.event === "drew" && event.seat === seat && event.count > 1 ? "worried" : undefined;
  },
  sound: (event) => (event.event === "made" ? { sound: "ten" } : undefined),
  bubble(event, words) {
    if (event.event === "made") return minus(event.sum.replace(/.*= */, "= ")); // the sum itself lies on the table
    if (event.event === "matched") return words.name("card", event.number);
    return event.event === "played" || event.event === "laid" ? cardOf(event.card) : undefined;
  },
  path(step) {
    const said = readAction(step);
    if (said.verb === "draw") return { place: ".stock" };
    const name = said.verb === "add" || said.verb === "addturned" ? signed(said.value) : said.verb === "help" ? (Math.abs(said.value) === 1 ? "one" : "two") : said.verb;
    const card = cardOf(name);
    return card < 0 ? { place: ".actions .primary" } : { card, place: ".sum .place" };
  },
};
