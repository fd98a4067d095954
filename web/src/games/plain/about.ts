/** What is known of any game from its description: a field that a counter counts is a hand of cards. */
import { factsOf } from "../../facts.svelte";
import type { FieldFacts } from "../../protocol";
import type { Fields, Words } from "../../words";
import type { About } from "../game";

type Rows = readonly (readonly number[] | null)[];

/** How a field of the view is called. */
export const titleOf = (field: string, words: Words) => String(words.find(`fields.${field}`) ?? field);

/** The field that holds everybody's cards, if the game has one. */
export const handOf = (game: string): FieldFacts | undefined => factsOf(game)?.fields.find(({ word, counter }) => word === "owner" && counter !== null);

export const plain = (game: string): About => ({
  samples: [null, null, null],
  seat(view, seat) {
    const counts = view[handOf(game)?.counter ?? ""] as readonly number[] | undefined;
    return { cards: counts?.[seat] ?? null };
  },
  hand: (view: Fields, seat) => (view[handOf(game)?.name ?? ""] as Rows | undefined)?.[seat] ?? [],
  label: (card, words) => words.name("card", card),
  bubble: () => undefined,
});
