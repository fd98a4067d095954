/** What a player of Jok-R-ummy sees in the view. For the eye only: what may be laid is the server's to say. */
import { action, names, parts, type View } from "$generated/jokrummy";
import { JOKER, RANKS, SUITS } from "./suits";

export const GOAL = 7;
const ANY_SUIT = 4; // what a group is where it has no suit: a mixed run,
export const SAME_RANK = 5; // a set
const HIGH_ACE = 14;
const FREE_SUIT = 4;
const FREE_RANK = 14;

export const rankOf = (card: number) => (card === JOKER ? 0 : (card % 13) + 1);
export const suitOf = (card: number) => (card === JOKER ? ANY_SUIT : Math.floor(card / 13));
export const isWild = (card: number) => card === JOKER || rankOf(card) === 2;
/** A card as the rules call it: `10S`, `JK`. */
export const nameOf = (card: number): string => names.card[card] ?? "";
/** The card of a name. */
export const cardOf = (name: string) => (names.card as readonly string[]).indexOf(name);

/** The cards of a hand, each with a key of its own, also where two are alike. */
export function keyed(hand: readonly number[]): { key: string; card: number }[] {
  const seen = new Map<number, number>();
  return hand.map((card) => {
    const copy = seen.get(card) ?? 0;
    seen.set(card, copy + 1);
    return { key: `${nameOf(card)}.${copy}`, card };
  });
}

export interface Laid {
  number: number;
  what: number;
  seat: number;
  cards: { card: number; place: number }[]; // low to high
}

/** The groups on the table, read off what was laid. */
export function laidGroups(view: View): Laid[] {
  const rows: number[][] = Array.from({ length: view.groups }, () => []);
  view.log.slice(0, view.down).forEach((card, i) => {
    const { group, end } = parts.spots(view.spots[i] ?? 0);
    if (names.end[end] === "high") rows[group]?.push(card);
    else rows[group]?.unshift(card);
  });
  return rows.map((cards, number) => {
    const [what, low] = [view.what[number] ?? 0, view.low[number] ?? 0];
    return { number, what, seat: view.whose[number] ?? 0, cards: cards.map((card, i) => ({ card, place: what === SAME_RANK ? low : low + i })) };
  });
}

/** The card that belongs at a place: `8D`, or `8` where the suit does not matter. */
export const meant = (what: number, place: number) => `${RANKS[(place === HIGH_ACE ? 1 : place) - 1] ?? ""}${SUITS[what]?.name ?? ""}`;

export type End = (typeof names.end)[number];

/** The ends of a group at which a card looks right, of those that are open. */
export function endsFor(group: Laid, card: number, allowed: readonly string[]): End[] {
  const places = { low: (group.cards[0]?.place ?? 0) - 1, high: (group.cards.at(-1)?.place ?? 0) + 1 };
  return names.end.filter((end) => {
    if (!allowed.includes(action.extend(group.number, end))) return false;
    if (isWild(card)) return true;
    if (group.what === SAME_RANK) return rankOf(card) === group.cards[0]?.place;
    return rankOf(card) === (places[end] === HIGH_ACE ? 1 : places[end]) && (group.what === ANY_SUIT || suitOf(card) === group.what);
  });
}

export interface Wanted {
  kind: "run" | "mixed" | "set";
  length: number;
  suit: string; // imposed, or empty
  rank: string;
}

/** A group of a programme. */
export function wantedOf(word: number): Wanted {
  const { kind, which, length } = parts.wanted(word);
  return {
    kind: kind === 1 ? "run" : kind === 2 ? "mixed" : "set",
    length,
    suit: kind === 1 && which < FREE_SUIT ? SUITS[which]!.name : "",
    rank: kind === 3 && which < FREE_RANK ? (RANKS[which - 1] ?? "") : "",
  };
}

/** The groups of a programme card. */
export const groupsOf = (view: View, programme: number) => (view.wanted[programme] ?? []).filter(Boolean).map(wantedOf);

const PLAIN = (a: number, b: number) => Number(isWild(a)) - Number(isWild(b));
export const bySuit = (a: number, b: number) => PLAIN(a, b) || suitOf(a) - suitOf(b) || rankOf(a) - rankOf(b);
export const byRank = (a: number, b: number) => PLAIN(a, b) || rankOf(a) - rankOf(b) || suitOf(a) - suitOf(b);
