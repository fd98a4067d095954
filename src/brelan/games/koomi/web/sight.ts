/** What a player of Koomi sees in the view. For the eye only: what may be laid is the server's to say. */

export interface View {
  seats: number;
  seat: number;
  total: number;
  numbers: number; // which are used: all, no red, small red, no green
  open_hands: number;
  ended: number;
  renewed: number;
  begun: number;
  start: number;
  laid: number;
  waits: number;
  turned: number;
  left: number;
  down: number;
  held: number[];
  hands: (number[] | null)[];
  discards: number[];
}

const VALUES = [-9, -8, -7, -6, -5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const KINDS = ["one", "two", "switch", "new", "swap", "reset", "green", "red"] as const;
export type Kind = (typeof KINDS)[number];

/** A number as it is called in notation: with its sign. */
export const signed = (value: number) => (value > 0 ? `+${value}` : String(value));
/** A number as it is written on the table, with a true minus. */
export const written = (value: number) => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0");

/** The name of a card as the rules call it: `+3`, `swap`. */
export const nameOf = (card: number) => (card < VALUES.length ? signed(VALUES[card] ?? 0) : (KINDS[card - VALUES.length] ?? ""));
/** The card of a name. */
export const cardOf = (name: string) => {
  const kind = KINDS.indexOf(name as Kind);
  return kind < 0 ? VALUES.indexOf(Number(name)) : VALUES.length + kind;
};
/** The value of a number card, or null. */
export const valueOf = (card: number): number | null => VALUES[card] ?? null;
/** The kind of a special card, or null. */
export const kindOf = (card: number): Kind | null => KINDS[card - VALUES.length] ?? null;
/** What a card counts on top, sign aside for a ±1 or ±2. */
export const worth = (card: number) => valueOf(card) ?? { one: 1, two: 2 }[kindOf(card) as "one"] ?? 0;
export const isAid = (card: number) => kindOf(card) === "one" || kindOf(card) === "two";

/** The cards of a hand, counted by kind: each with a key of its own. */
export function spreadOut(counts: readonly number[]): { key: string; card: number }[] {
  return counts.flatMap((count, card) => Array.from({ length: Math.max(0, count) }, (_, copy) => ({ key: `${card}.${copy}`, card })));
}

/** What a making-ten adds up so far, each number as it counts. */
export function terms(view: View): number[] {
  const cards = view.discards.slice(view.down - view.laid, view.down);
  const numbers = [view.start, ...cards.map(worth)];
  if (view.turned) numbers[view.turned - 1]! *= -1;
  if (cards.length && isAid(cards[0]!)) numbers[1]! += view.total - numbers.reduce((sum, value) => sum + value, 0);
  return numbers.filter((_, place) => place === 0 || kindOf(cards[place - 1]!) !== "switch");
}

/** The numbers of a sum as the server writes it: `-5 + 1 + 6 = 2`. */
export const parsed = (sum: string) => (sum.split("=")[0] ?? "").replace(/([+-]) /g, "$1").trim().split(/\s+/).map(Number);

/** The sums that are asked for. */
export const goals = (numbers: number) => [...(numbers === 3 ? [] : [10]), ...(numbers === 0 || numbers === 3 ? [-10] : [])];

/** The steps that lay a card, read off what is allowed. */
export function stepsOf(card: number, allowed: readonly string[]): string[] {
  const [value, kind] = [valueOf(card), kindOf(card)];
  return allowed.filter((step) => {
    const [verb, field = ""] = step.split(" ");
    if (value !== null) return (verb === "add" || verb === "addturned") && Number(field) === value;
    if (kind === "one" || kind === "two") return (verb === "help" || verb === "loose") && Math.abs(Number(field)) === worth(card);
    return verb === kind;
  });
}

/** The step with which a card that does not go is tried, so that the server says why. */
export function tried(card: number): string {
  const [value, kind] = [valueOf(card), kindOf(card)];
  if (value !== null) return `add ${signed(value)}`;
  if (kind === "one" || kind === "two") return `help +${worth(card)}`;
  return kind === "green" ? "green +1" : kind === "red" ? "red -1" : (kind ?? "");
}
