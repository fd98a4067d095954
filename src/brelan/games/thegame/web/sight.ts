/** What a player of The Game sees in the view. For the eye only: what may be laid is the server's to say. */
import { readAction } from "$generated/thegame";

export const PILES = [0, 1, 2, 3] as const;
export const climbs = (pile: number) => pile < 2;

/** How far a card would move a pile on; a step back is -10. */
export const stride = (top: number, card: number, pile: number) => (climbs(pile) ? card - top : top - card);

/** The piles that take each card, read off the allowed steps. */
export function takers(allowed: readonly string[]): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (const step of allowed) {
    const said = readAction(step);
    if (said.verb === "lay") found.set(said.card, [...(found.get(said.card) ?? []), said.pile]);
  }
  return found;
}

/** The number that steps a pile ten back, if there is such a card. */
export function backOn(top: number, pile: number): number | null {
  const card = climbs(pile) ? top - 10 : top + 10;
  return card > 1 && card < 100 ? card : null;
}
