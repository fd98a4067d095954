/**
 * Whole moves and questions at a table of the page, in the shapes of moves.py and help.py. Nothing is judged here: rows are
 * put in order by the engine, and the rules refuse what does not go.
 */
import type { Engine } from "$page/engine/engine";
import { spelled } from "$page/engine/sentences";
import type { Said, Table } from "$page/engine/table";
import type { Fields } from "$page/words";
import type { View } from "$generated/jokrummy";
import { cardOf, isWild, laidGroups, rankOf, SAME_RANK } from "./sight";
import { RANKS } from "./suits";

const SPARE = 3; // cards of a new set that are laid at once (R15)
const NEW_SET = (3 << 13) | (14 << 9) | (SPARE << 5); // R15: a set of any rank
const ROOM = 256; // numbers that tell of a row
const MORE = "more";

interface Move {
  show?: number;
  groups?: string[][];
  new?: string[][];
  add?: { group: number; cards: string[]; end?: string }[];
  discard?: string;
}

const plain = (text: string) => text.split("=")[0]!;
const meant = (text: string) => text.split("=")[1] ?? text;
const natural = (text: string) => !isWild(cardOf(plain(text)));
const lengthOf = (word: number) => (word >> 5) & 15;
const viewOf = (table: Table, seat: number) => table.view(seat) as unknown as View;
const wordsOf = (view: View, seat: number, slot: number) => (view.wanted[view.programmes[seat]![slot]!] ?? []).filter((word) => word !== 0);

/** A whole move as small actions; a group is named by what its cards stand for. */
export function read(table: Table, said: Said): string[] | null {
  if (typeof said !== "object" || Array.isArray(said) || "verb" in said) return null;
  const move = said as Move;
  const view = viewOf(table, table.position.seat);
  const words = move.groups ? wordsOf(view, table.position.seat, move.show ?? 0) : [];
  const programme = (move.groups ?? []).flatMap((cards, i) => [...Array<string>(Math.max(0, cards.length - lengthOf(words[i] ?? 0))).fill(MORE), nameOf(cards, words[i] ?? 0, "set"), ...puts(cards, words[i] ?? 0)]);
  let groups = view.groups + (move.groups?.length ?? 0);
  const fresh = (move.new ?? []).flatMap((cards) => {
    const [first, rest] = [namedFirst(cards), groups++];
    return [nameOf(cards, NEW_SET, "group"), ...first.slice(0, SPARE).map(put), ...first.slice(SPARE).flatMap((card) => [`extend ${rest} high`, put(card)])];
  });
  const added = (move.add ?? []).flatMap(({ group, cards, end }) => cards.flatMap((card) => [`extend ${group} ${end || endFor(view, group, card)}`, put(card)]));
  return [...(move.groups ? [`show ${move.show ?? 0}`] : []), ...programme, ...fresh, ...added, ...(move.discard ? [`discard ${move.discard}`] : [])];
}

const put = (card: string) => `put ${plain(card)}`;
const isSet = (word: number) => word >> 13 === 3;
const puts = (cards: string[], word: number) => (isSet(word) ? namedFirst(cards) : cards).map(put);

/** The card a set is named by first: a natural one, or a wild that says what it is. */
function namedFirst(cards: string[]): string[] {
  const at = Math.max(0, cards.findIndex(natural));
  return [cards[at]!, ...cards.filter((_, i) => i !== at)];
}

/** The action that names a group: a set by its rank, a run by its suit and lowest place. */
function nameOf(cards: string[], word: number, verb: "set" | "group"): string {
  const first = namedFirst(cards)[0] ?? "";
  const [rank, suit] = [meant(first).replace(/[CDHS]$/, ""), cards.map((card) => /[CDHS]$/.exec(natural(card) ? card : (card.split("=")[1] ?? ""))?.[0]).find(Boolean)];
  if (isSet(word)) return `${verb} ${rank}`;
  const before = cards.indexOf(first);
  const place = rank === "A" && before > 0 ? 14 : RANKS.indexOf(rank as never) + 1;
  return `run ${word >> 13 === 2 ? "*" : (suit ?? "?")} ${RANKS[place - before - 1] ?? "?"}`;
}

/** Where a card fits: at the low end if it is just below the run. */
function endFor(view: View, group: number, card: string): string {
  const laid = laidGroups(view)[group];
  const low = (laid?.cards[0]?.place ?? 0) - 1;
  return laid && laid.what !== SAME_RANK && low >= 1 && RANKS[low - 1] === meant(card).replace(/[CDHS]$/, "") ? "low" : "high";
}

// questions

export function answer(engine: Engine, table: Table | null, seat: number, question: Fields): Fields | null {
  if (!table || seat < 0) return null;
  if (question.ask === "rows") return rows(engine, viewOf(table, seat), seat, question as never);
  return question.ask === "propose" ? proposal(table, seat, Number(question.slot)) : null;
}

/** Every row in order, with what it lacks. */
function rows(engine: Engine, view: View, seat: number, { slot, rows: given, names }: { slot: number; rows: string[][]; names?: string[] }): Fields {
  const words = slot < 0 ? [] : wordsOf(view, seat, slot);
  const alone = !view.natural_each && given.slice(0, words.length).some((row) => row.some(natural)); // R9: whether wilds alone will do
  return { rows: given.map((row, i) => rowOf(engine, row.map(cardOf), words[i] ?? NEW_SET, names?.[i] ?? "", i < words.length && alone)) };
}

function rowOf(engine: Engine, cards: number[], word: number, wish: string, alone: boolean): Fields {
  const ordered = [...cards].sort((one, other) => Number(isWild(one)) - Number(isWild(other)) || (isWild(one) ? 0 : rankOf(one) - rankOf(other)));
  const lacks = Math.max(0, lengthOf(word) - cards.length, cards.some((card) => !isWild(card)) || alone ? 0 : 1);
  const [kinds] = laid(engine, ordered, word, -1);
  const names = kinds.map(([what, low]) => (what === SAME_RANK ? `set ${RANKS[low - 1]}` : `run ${"CDHS*"[what]} ${RANKS[low - 1]}`));
  if (!names.length) return { cards: ordered.map((card) => spelled(engine, "spell_standing", Int16Array.of(0, card, 0)).split("=")[0]), names, name: "", lacks, well: false };
  const name = names.includes(wish) ? wish : names.at(-1)!;
  const chosen = names.indexOf(name);
  const texts = laid(engine, ordered, word, chosen)[1].map(([card, place]) => spelled(engine, "spell_standing", Int16Array.of(kinds[chosen]![0], card, place)));
  return { cards: texts, names, name, lacks, well: lacks === 0 };
}

type Pair = [number, number];

/** What a row could be, each what it is and its lowest place, and its cards with their places. */
function laid(engine: Engine, cards: number[], word: number, wish: number): [Pair[], Pair[]] {
  const out = new Int16Array(ROOM);
  const numbers = out.subarray(0, engine.call("lay_row", Int16Array.from(cards), word, wish, out));
  const pairs = Array.from({ length: (numbers.length - 1) / 2 }, (_, i): Pair => [numbers[1 + 2 * i]!, numbers[2 + 2 * i]!]);
  return [pairs.slice(0, numbers[0]), pairs.slice(numbers[0])];
}

/** A programme laid as the rules let it be, natural cards first; without groups if it cannot be laid now. */
function proposal(table: Table, seat: number, slot: number): Fields {
  const world = table.position.copy();
  const show = table.actions.parse(`show ${slot}`);
  if (table.seat !== seat || world.whyNot(show)) return { show: slot, groups: [] };
  const before = viewOf(table, seat).groups;
  const count = wordsOf(viewOf(table, seat), seat, slot).length;
  world.play(show);
  for (;;) {
    const texts = Array.from(world.allowed, (action) => table.actions.texts[action]!);
    const steps = texts.filter((text) => /^(run|set|put) /.test(text));
    if (!steps.length || world.seat !== seat) break;
    world.play(table.actions.parse(steps.find((text) => !text.startsWith("put") || natural(text.slice(4))) ?? steps[0]!));
  }
  const after = table.again();
  after.position = world;
  const groups = laidGroups(viewOf(after, seat)).slice(before, before + count);
  const texts = groups.map(({ what, cards }) => cards.map(({ card, place }) => spelled(table.engine, "spell_standing", Int16Array.of(what, card, place))));
  return { show: slot, groups: texts, names: groups.map(({ what, cards: [first] }) => (what === SAME_RANK ? `set ${RANKS[first!.place - 1]}` : `run ${"CDHS*"[what]} ${RANKS[first!.place - 1]}`)), new: [], add: [] };
}
