/** Exercises without a table, in the shapes of help.py: the rules find the ways and judge the steps, by the game's own engine. */
import { names } from "$generated/koomi";
import { Actions } from "$page/engine/actions";
import { below, diceFor } from "$page/engine/dice";
import type { Engine } from "$page/engine/engine";
import { clauseName } from "$page/engine/facts";
import { codesOf } from "$page/engine/options";
import { numberIn } from "$page/engine/record";
import { spelled } from "$page/engine/sentences";
import type { Table } from "$page/engine/table";
import type { Fields } from "$page/words";

const NAMES: readonly string[] = names.card;
const AIDS = ["one", "two"];
const DEEP = 24; // steps of a way, more than any has
const MANY = 1 << 15; // numbers that tell of all ways
const HOPELESS = 6; // one exercise in so many may have no way
const TRIES = 200; // deals looked at for one that has a way
const SUM = "R6";

interface Question {
  ask: string;
  numbers: string;
  top: string;
  hand: string[];
  cards: number;
  aids: boolean;
  seed: number;
  steps: string[];
}

export function answer(engine: Engine, _table: Table | null, _seat: number, question: Fields): Fields | null {
  const { ask, numbers = "all", top = "", hand = [], cards = 5, aids, seed = 0, steps = [] } = question as Partial<Question>;
  if (ask === "exercise") return exercise(engine, numbers, cards, aids === true, seed);
  if (ask === "ways") return ways(engine, top, hand, numbers);
  return ask === "try" ? tried(engine, top, hand, numbers, steps) : null;
}

const optionsOf = (engine: Engine, numbers: string): Fields => ({ ...Object.fromEntries(engine.facts.options.map((option) => [option.name, option.default])), numbers });

/** A top and a hand from a pack of numbers, with a way but for a few of them. */
function exercise(engine: Engine, numbers: string, count: number, aids: boolean, seed: number): Fields {
  const pack = new Int16Array(256);
  const size = engine.call("pack", 2, codesOf(engine, optionsOf(engine, numbers)), pack);
  const kinds = [...pack.subarray(0, size)].filter((card) => /\d/.test(NAMES[card]!) || (aids && AIDS.includes(NAMES[card]!)));
  const throws = diceFor(seed);
  let drawn: string[] = [];
  for (let i = 0; i < (seed % HOPELESS === 0 ? 1 : TRIES); i += 1) {
    const cards = [...kinds];
    for (let place = 0; place < cards.length - 1; place += 1) {
      const other = place + below(throws, cards.length - place);
      [cards[place], cards[other]] = [cards[other]!, cards[place]!];
    }
    drawn = cards.slice(0, count + 1).map((card) => NAMES[card]!);
    if (found(engine, drawn[0]!, drawn.slice(1), numbers).length) break;
  }
  const [top, ...hand] = drawn;
  return { top, hand: hand.sort((one, other) => NAMES.indexOf(one) - NAMES.indexOf(other)), numbers };
}

interface Way {
  start: number;
  steps: string[];
}

/** A record with nothing in it but a hand at turn and a top. */
function alone(engine: Engine, top: string, hand: readonly string[], numbers: string): Uint8Array {
  const { fields } = engine.facts;
  const record = engine.records();
  const view = new DataView(record.buffer);
  const add = (name: string, place: number, value: number) => {
    const { at, type } = fields[name]!;
    if (type === "i1") view.setInt8(at + place, view.getInt8(at + place) + value);
    else view.setInt16(at + 2 * place, view.getInt16(at + 2 * place, true) + value, true);
  };
  add("seats", 0, 2);
  add("numbers", 0, codesOf(engine, optionsOf(engine, numbers))[0]!);
  add("held", 0, hand.length);
  add("held", 1, 1);
  for (const card of hand) add("hands", NAMES.indexOf(card), 1);
  add("discards", 0, NAMES.indexOf(top));
  add("down", 0, 1);
  return record;
}

function found(engine: Engine, top: string, hand: readonly string[], numbers: string): Way[] {
  const { texts } = new Actions(engine.facts.actions);
  const states = engine.records(DEEP);
  states.set(alone(engine, top, hand, numbers));
  const out = new Int16Array(MANY);
  const size = engine.call("list_ways", states, { data: new Int16Array(DEEP * engine.facts.most), shape: [DEEP, engine.facts.most] }, out);
  const all: Way[] = [];
  for (let place = 0; place < size; ) {
    const length = out[place]!;
    all.push({ start: out[place + 1]!, steps: [...out.subarray(place + 3, place + 3 + length)].map((action) => texts[action]!) });
    place += 3 + length;
  }
  return all;
}

/** The card a step lays, by name, or nothing. */
function cardIn(step: string): string {
  const [verb = "", value = ""] = step.split(" ");
  if (verb === "help") return AIDS[Math.abs(Number(value)) - 1]!;
  return verb === "switch" ? verb : verb.startsWith("add") ? value : "";
}

function ways(engine: Engine, top: string, hand: string[], numbers: string): Fields {
  const all = found(engine, top, hand, numbers).map((way) => ({ ...way, cards: way.steps.map(cardIn).filter(Boolean) }));
  const [first] = all.sort((one, other) => one.cards.length - other.cards.length);
  if (!first) return { ways: 0 };
  const counts = first.steps.flatMap((step) => (/^(add|addturned|help) /.test(step) ? [Number(step.split(" ")[1]) * (step.startsWith("addturned") ? -1 : 1)] : []));
  const terms = [first.steps.includes("turn") ? -first.start : first.start, ...counts];
  return { ways: all.length, fewest: first.cards.length, first: first.cards[0], sum: spelled(engine, "spell_equation", Int16Array.from(terms)) };
}

/** Whether steps are a making-ten; if not, the clause that stops them. On a wrong way the trial goes on: what else is wrong is said first. */
function tried(engine: Engine, top: string, hand: string[], numbers: string, steps: string[]): Fields {
  const actions = new Actions(engine.facts.actions);
  const record = alone(engine, top, hand, numbers);
  let wrong = steps.length === 0;
  for (const action of steps.map((step) => actions.parse(step))) {
    const broken = clauseName(engine.call("why_not", record, 0, action));
    if (broken !== "R0" && broken !== SUM) return { made: false, clause: broken };
    wrong ||= broken === SUM;
    engine.call("step", record, 0, action, diceFor(0), new Int16Array(engine.facts.most));
  }
  const made = !wrong && numberIn(engine.facts, record, "begun") === 0;
  return { made, clause: made ? "" : SUM };
}
