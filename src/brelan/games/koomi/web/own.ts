/** Exercises without a table, in the shapes of help.py, put into numbers for the engine and back into words. */
import { names } from "$generated/koomi";
import { Actions } from "$page/engine/actions";
import { diceFor } from "$page/engine/dice";
import type { Engine, Grid, Records } from "$page/engine/engine";
import { clauseName } from "$page/engine/facts";
import { codesOf } from "$page/engine/options";
import { spelled } from "$page/engine/sentences";
import type { Fields } from "$page/words";

const NAMES: readonly string[] = names.card;
const DEEP = 24; // steps of a way, more than any has
const MANY = 1 << 15; // numbers that tell of all ways

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

/** The answer to a question that needs no table, or null. */
export function answer(engine: Engine, _view: Records | null, _seat: number, question: Fields): Fields | null {
  const { ask, numbers = "all", top = "", hand = [], cards: count = 5, aids = false, seed = 0, steps = [] } = question as Partial<Question>;
  const { facts } = engine;
  const code = codesOf(engine, { ...Object.fromEntries(facts.options.map((option) => [option.name, option.default])), numbers })[0]!;
  const cards = Int16Array.from([top, ...hand], (name) => NAMES.indexOf(name));
  if (ask !== "exercise" && cards.includes(-1)) return null;
  const records = engine.records(DEEP + 1);
  const lists: Grid = { data: new Int16Array(DEEP * facts.most), shape: [DEEP, facts.most] };
  const found = new Int16Array(MANY);
  if (ask === "exercise") {
    const drawn = new Int16Array(count + 1);
    engine.call("draw_exercise", records, lists, code, aids, seed, diceFor(seed), found, drawn);
    const [first, ...rest] = Array.from(drawn, (card) => NAMES[card]);
    return { top: first, hand: rest, numbers };
  }
  if (ask === "ways") {
    const out = new Int16Array(DEEP);
    const [ways, fewest, first = 0, ...terms] = out.subarray(0, engine.call("shortest_way", records, lists, code, cards, found, out));
    return ways ? { ways, fewest, first: NAMES[first], sum: spelled(engine, "spell_equation", Int16Array.from(terms)) } : { ways: 0 };
  }
  if (ask !== "try") return null;
  const actions = new Actions(facts.actions);
  const clause = engine.call("try_ten", records, code, cards, Int16Array.from(steps, (step) => actions.parse(step)));
  return { made: clause === 0, clause: clause ? clauseName(clause) : "" };
}
