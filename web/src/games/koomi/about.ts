import type { About } from "../game";

export const about: About = {
  samples: [6, 15, 18],
  usual: 3,
  minutes: 15,
  age: 7,
  seat: (view, seat) => ({ cards: (view.held as number[])[seat] ?? null }),
  bubble: () => undefined,
};
