/** Whole moves and questions, in the shapes of moves.py and help.py, put into numbers for the engine and back into words. */
import type { Engine, Records } from "$page/engine/engine";
import { IllegalAction } from "$page/engine/errors";
import { clauseName } from "$page/engine/facts";
import { look, numberIn } from "$page/engine/record";
import { spelled } from "$page/engine/sentences";
import type { Said, Table } from "$page/engine/table";
import type { Fields } from "$page/words";
import { names, type View } from "$generated/jokrummy";
import { cardOf, isWild, meant, nameOf, SAME_RANK } from "./sight";
import { RANKS, SUITS } from "./suits";

const SHOWN = 0; // the parts of a move, as unfolding.py has them
const GROUPED = 1;
const NEW = 2;
const ADDED = 3;
const DONE = 4;
const ANY_END = 2;
const HOW = ["fewest_wilds", "most_cards"];
const NEW_SET = (3 << 13) | (14 << 9) | (3 << 5); // R15: a set of three of any rank
const ROOM = 512; // numbers that the engine writes, at the most
const NOTHING = -1;

interface Move {
  show?: number;
  groups?: string[][];
  new?: string[][];
  add?: { group: number; cards: string[]; end?: string }[];
  discard?: string;
}

/** A whole move as small actions. */
export function read(table: Table, said: Said): string[] | null {
  if (typeof said !== "object" || Array.isArray(said) || "verb" in said) return null;
  const { show = 0, groups, new: sets = [], add = [], discard } = said as Move;
  const numbers = [
    ...(groups ? [SHOWN, show, groups.length, 0, ...groups.flatMap((cards) => part(GROUPED, 0, 0, cards))] : []),
    ...sets.flatMap((cards) => part(NEW, 0, 0, cards)),
    ...add.flatMap(({ group, cards, end }) => part(ADDED, group, end ? names.end.indexOf(end as never) : ANY_END, cards)),
    ...(discard ? [DONE, table.actions.parse(`discard ${discard}`), 0, 0] : []),
  ];
  const out = new Int16Array(ROOM);
  table.engine.call("unfold", table.position.record.slice(), Int16Array.from(numbers), out);
  const [clause, , , count = 0, ...actions] = out;
  if (clause) throw new IllegalAction(clauseName(clause), JSON.stringify(said), count);
  return actions.slice(0, count).map((action) => table.actions.texts[action]!);
}

const part = (kind: number, one: number, other: number, cards: string[]) => [kind, one, other, cards.length, ...cards.flatMap(numbersOf)];

/** A card, and what it is said to stand for: `JK=8D`. */
function numbersOf(text: string): [number, number] {
  const [name = "", stands = ""] = text.split("=");
  const [, rank = "", suit = ""] = /^(.*?)([CDHS]?)$/.exec(stands)!;
  const found = [cardOf(name), RANKS.indexOf(rank as never) + 1 + 16 * (SUITS.findIndex((one) => one.name === suit) + 1)] as [number, number];
  if (found[0] < 0 || (stands && !rank)) throw new IllegalAction("T4", text);
  return found;
}

// questions

/** The answer to a question about what a seat sees, or null. */
export function answer(engine: Engine, view: Records | null, seat: number, question: Fields): Fields | null {
  if (!view || seat < 0) return null;
  const seen = look(engine.facts, view, numberIn(engine.facts, view, "seats")) as unknown as View;
  if (question.ask === "plan") return plan(engine, seen, seat);
  if (question.ask === "rows") return rows(engine, seen, seat, question as never);
  return question.ask === "propose" ? proposal(engine, view, seen, seat, Number(question.slot), HOW.indexOf(String(question.how))) : null;
}

interface Group {
  what: number;
  cards: { card: number; place: number }[];
}

/** The groups an engine wrote: each what it is, its lowest place, its length and its cards. */
function groupsIn(numbers: Int16Array): Group[] {
  const groups: Group[] = [];
  for (let at = 0; at < numbers.length; at += 3 + numbers[at + 2]!) {
    const [what = 0, low = 0, length = 0] = numbers.subarray(at, at + 3);
    groups.push({ what, cards: Array.from(numbers.subarray(at + 3, at + 3 + length), (card, i) => ({ card, place: what === SAME_RANK ? low : low + i })) });
  }
  return groups;
}

/** What calls an entry point with room to write, and gives back what it wrote. */
function written(engine: Engine, entry: string, ...given: Parameters<Engine["call"]>[1][]): Int16Array {
  const out = new Int16Array(ROOM);
  return out.subarray(0, engine.call(entry, ...given, out));
}

const wordsOf = (view: View, seat: number, slot: number) => view.wanted[view.programmes[seat]![slot]!] ?? [];
const groupName = (what: number, low: number) => (what === SAME_RANK ? `set ${RANKS[low - 1]}` : `run ${"CDHS*"[what]} ${RANKS[low - 1]}`);
const standing = (engine: Engine, what: number, card: number, place: number) => spelled(engine, "spell_standing", Int16Array.of(what, card, place));
const textsOf = (engine: Engine, { what, cards }: Group) => cards.map(({ card, place }) => standing(engine, what, card, place));

/** The groups of every programme as near as the hand comes to them. */
function plan(engine: Engine, view: View, seat: number): Fields {
  const hand = Int16Array.from(view.hands[seat] ?? []);
  const programmes = (view.programmes[seat] ?? []).map((_, slot) => {
    const found = groupsIn(written(engine, "plan_programme", hand.slice(), Int16Array.from(wordsOf(view, seat, slot)), view.natural_each));
    const groups = found.map(({ what, cards }) => cards.map(({ card, place }) => ({ card: card === NOTHING ? null : nameOf(card), for: meant(what, place) })));
    return { groups, missing: groups.flat().filter(({ card }) => card === null).length };
  });
  return { programmes };
}

/** A whole move that lays a programme; without groups if it cannot be laid now. */
function proposal(engine: Engine, view: Records, seen: View, seat: number, slot: number, how: number): Fields | null {
  if (!(slot < (seen.programmes[seat]?.length ?? 0)) || how < 0) return null;
  const records = engine.records(3);
  records.set(view);
  const [size = 0, ...rest] = seen.seat === seat ? written(engine, "propose", records, slot, how) : [];
  if (!rest.length) return { show: slot, groups: [] };
  const count = wordsOf(seen, seat, slot).filter(Boolean).length;
  const groups = groupsIn(Int16Array.from(rest.slice(0, size)));
  const texts = groups.map((group) => textsOf(engine, group));
  const add = Array.from({ length: (rest.length - size) / 4 }, (_, i) => rest.slice(size + 4 * i, size + 4 * i + 4)).map(([group = 0, end = 0, card = 0, place = 0]) => ({
    group, cards: [standing(engine, seen.what[group] ?? 0, card, place)], end: names.end[end],
  }));
  return { show: slot, groups: texts.slice(0, count), names: groups.slice(0, count).map(({ what, cards: [first] }) => groupName(what, first!.place)), new: texts.slice(count), add };
}

/** Every row in order, with what it lacks. */
function rows(engine: Engine, view: View, seat: number, { slot, rows: given, names: wishes }: { slot: number; rows: string[][]; names?: string[] }): Fields {
  const words = slot < 0 ? [] : wordsOf(view, seat, slot).filter(Boolean);
  const cards = given.map((row) => row.map(cardOf));
  const alone = !view.natural_each && cards.slice(0, words.length).some((row) => row.some((card) => !isWild(card))); // R9: whether wilds alone will do
  return { rows: cards.map((row, i) => rowOf(engine, row, words[i] ?? NEW_SET, wishes?.[i] ?? "", i < words.length && alone)) };
}

function rowOf(engine: Engine, cards: number[], word: number, wish: string, alone: boolean): Fields {
  const laid = (chosen: number) => {
    const [lacks = 0, count = 0, ...rest] = written(engine, "lay_row", Int16Array.from(cards), word, chosen, Number(alone));
    const pairs = Array.from({ length: rest.length / 2 }, (_, i): [number, number] => [rest[2 * i]!, rest[2 * i + 1]!]);
    return { lacks, kinds: pairs.slice(0, count), placed: pairs.slice(count) };
  };
  const { lacks, kinds, placed } = laid(-1);
  const called = kinds.map(([what, low]) => groupName(what, low));
  if (!called.length) return { cards: placed.map(([card]) => nameOf(card)), names: [], name: "", lacks, well: false };
  const name = called.includes(wish) ? wish : called.at(-1)!;
  const [what] = kinds[called.indexOf(name)]!;
  return { cards: laid(called.indexOf(name)).placed.map(([card, place]) => standing(engine, what, card, place)), names: called, name, lacks, well: lacks === 0 };
}
