/** What a player of Joomo sees in the view. For the eye only: what may be laid is the server's to say. */

export interface View {
  seats: number;
  rounds: number;
  dealer: number;
  seat: number;
  tied: number;
  ended: number;
  marker: number;
  last: number;
  worth: number;
  lying: number;
  limited: number;
  limits: number[];
  passed: number[];
  held: number[];
  won: number[];
  points: number[];
  tricks: number[];
  tens: number[];
  trick: number[];
  places: number[];
  hands: (number[] | null)[];
}

export type Spot = "gap" | "first" | "second";

/** How many cards are in play: ten a seat, and ten more. */
export const inPlay = (view: View) => 10 * view.seats + 10;

/** The spots that take each card, read off the allowed steps: a card laid while limits are missing becomes one. */
export function takers(allowed: readonly string[]): Map<number, Spot[]> {
  const found = new Map<number, Spot[]>();
  for (const step of allowed) {
    const [verb, card, place] = step.split(" ");
    const spot = verb === "lay" ? "gap" : verb === "cap" ? (place as Spot) : null;
    if (spot) found.set(Number(card), [...(found.get(Number(card)) ?? []), spot]);
  }
  return found;
}

/** The notation of a card laid on a spot. */
export const said = (card: number, spot: Spot) => (spot === "gap" ? `lay ${card}` : `cap ${card} ${spot}`);
