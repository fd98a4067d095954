/** What a player of The Game sees in the view. For the eye only: what may be laid is the server's to say. */

export interface View {
  seats: number;
  seat: number;
  asked: number;
  owed: number;
  ended: number;
  free_talk: number;
  tops: [number, number, number, number];
  signals: number[][];
  held: number[];
  left: number;
  down: number;
  hands: (number[] | null)[];
}

export const PILES = [0, 1, 2, 3] as const;
export const climbs = (pile: number) => pile < 2;

/** How far a card would move a pile on; a step back is -10. */
export const stride = (top: number, card: number, pile: number) => (climbs(pile) ? card - top : top - card);

/** The piles that take each card, read off the allowed steps. */
export function takers(allowed: readonly string[]): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (const step of allowed) {
    const [verb, card, pile] = step.split(" ");
    if (verb === "lay") found.set(Number(card), [...(found.get(Number(card)) ?? []), Number(pile)]);
  }
  return found;
}
