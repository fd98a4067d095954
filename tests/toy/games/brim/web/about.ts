import type { Event, View } from "$generated/brim";
import type { About } from "$page/games/game";

export const about: About<View, Event> = {
  samples: [4, 9, 17],
  seat: (view, seat) => ({ cards: view.held[seat] ?? null }),
  hand: (view, seat) => view.hands[seat] ?? [],
  label: String,
  bubble: () => undefined,
};
