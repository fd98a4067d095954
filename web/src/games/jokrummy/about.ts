import type { About } from "../game";

export const about: About = {
  samples: [37, 52, 12],
  usual: 3,
  minutes: 45,
  age: 10,
  seat: (view, seat) => ({ cards: (view.held as number[])[seat] ?? null, score: (view.done as number[])[seat] ?? 0 }),
  bubble: () => undefined,
};
