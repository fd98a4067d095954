/** What a player of Joomo sees in the view. For the eye only: what may be laid is the server's to say. */
import { action, names, readAction, type View } from "$generated/joomo";

export type Spot = "gap" | (typeof names.place)[number];

/** How many cards are in play: ten a seat, and ten more. */
export const inPlay = (view: View) => 10 * view.seats + 10;

/** The spots that take each card, read off the allowed steps: a card laid while limits are missing becomes one. */
export function takers(allowed: readonly string[]): Map<number, Spot[]> {
  const found = new Map<number, Spot[]>();
  for (const step of allowed) {
    const one = readAction(step);
    if (one.verb !== "lay" && one.verb !== "cap") continue;
    found.set(one.card, [...(found.get(one.card) ?? []), one.verb === "lay" ? "gap" : one.place]);
  }
  return found;
}

/** The notation of a card laid on a spot. */
export const said = (card: number, spot: Spot) => (spot === "gap" ? action.lay(card) : action.cap(card, spot));
