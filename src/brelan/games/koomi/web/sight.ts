/** What a player of Koomi sees in the view. For the eye only: what may be laid is the server's to say. */
import { action, names, readAction, type View } from "$generated/koomi";
import { minus } from "$page/words";

const CARDS = names.card;
export type Kind = "one" | "two" | "switch" | "new" | "swap" | "reset" | "green" | "red";

/** A number as it is called in notation: with its sign. */
export const signed = (value: number) => (value > 0 ? `+${value}` : String(value));
/** A number as it is written on the table, with a true minus. */
export const written = (value: number) => minus(signed(value));

/** The name of a card as the rules call it: `+3`, `swap`. */
export const nameOf = (card: number): string => CARDS[card] ?? "";
/** The card of a name. */
export const cardOf = (name: string) => (CARDS as readonly string[]).indexOf(name);
/** The value of a number card, or null. */
export const valueOf = (card: number): number | null => Number(CARDS[card]) || null;
/** The kind of a special card, or null. */
export const kindOf = (card: number): Kind | null => (valueOf(card) === null ? ((CARDS[card] as Kind | undefined) ?? null) : null);
/** What a card counts on top, sign aside for a ±1 or ±2. */
export const worth = (card: number) => valueOf(card) ?? { one: 1, two: 2 }[kindOf(card) as "one"] ?? 0;
export const isAid = (card: number) => kindOf(card) === "one" || kindOf(card) === "two";

/** The cards of a hand, counted by kind: each with a key of its own. */
export function spreadOut(counts: readonly number[]): { key: string; card: number }[] {
  return counts.flatMap((count, card) => Array.from({ length: Math.max(0, count) }, (_, copy) => ({ key: `${card}.${copy}`, card })));
}

/** A card of a sum, and what it counts there. */
export interface Term {
  card: number;
  value: number;
}

/** What a making-ten adds up so far. */
export function terms(view: View): Term[] {
  const cards = view.discards.slice(view.down - view.laid - 1, view.down);
  const numbers = [view.start, ...cards.slice(1).map(worth)];
  if (view.turned) numbers[view.turned - 1]! *= -1;
  if (cards.length > 1 && isAid(cards[1]!)) numbers[1]! += view.total - numbers.reduce((sum, value) => sum + value, 0);
  return cards.map((card, place) => ({ card, value: numbers[place] ?? 0 })).filter(({ card }, place) => place === 0 || kindOf(card) !== "switch");
}

/** A sum as the server writes it, `-5 + 1 + 6 = 2`, in cards. */
export const parsed = (sum: string): Term[] =>
  (sum.split("=")[0] ?? "").replace(/([+-]) /g, "$1").trim().split(/\s+/).map(Number).map((value) => ({ card: cardOf(value ? signed(value) : "reset"), value }));

/** The sums that are asked for. */
export const goals = (numbers: number) => [...(numbers === 3 ? [] : [10]), ...(numbers === 0 || numbers === 3 ? [-10] : [])];

/** The steps that lay a card, read off what is allowed. */
export function stepsOf(card: number, allowed: readonly string[]): string[] {
  const [value, kind] = [valueOf(card), kindOf(card)];
  return allowed.filter((step) => {
    const said = readAction(step);
    if (said.verb === "add" || said.verb === "addturned") return said.value === value;
    if (said.verb === "help") return isAid(card) && Math.abs(said.value) === worth(card);
    if (said.verb === "loose") return isAid(card) && said.size === worth(card);
    return said.verb === kind;
  });
}

/** The step with which a card that does not go is tried, so that the server says why. */
export function tried(card: number): string {
  const [value, kind] = [valueOf(card), kindOf(card)];
  if (value !== null) return action.add(value);
  if (isAid(card)) return action.help(worth(card));
  return kind === "green" ? action.green(1) : kind === "red" ? action.red(-1) : (kind ?? "");
}
