/** The rest of a chosen move, so that a player thinks once about a move, like src/brelan/bots/plan.py. */
import { diceFor } from "./dice.ts";
import type { Engine, Records } from "./engine.ts";
import { Position } from "./position.ts";

export const LONGEST_MOVE = 24; // actions of a move that are stored; after them, its player chooses again

/** What to do in each view that the last chosen move passes through. */
export class Plan {
  readonly #engine: Engine;
  readonly #steps = new Map<string, number>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** The planned action for a view, if there is one. */
  next(view: Records): number | undefined {
    return this.#steps.get(view.join());
  }

  /** Store a move by its views, instead of the last one: nothing hidden is revealed before its last action. */
  keep(view: Records, seat: number, move: Int16Array): void {
    this.#steps.clear();
    const world = Position.guessed(this.#engine, view, seat, diceFor(0));
    for (const action of move) {
      this.#steps.set(world.view(seat).join(), action);
      world.play(action);
    }
  }
}
