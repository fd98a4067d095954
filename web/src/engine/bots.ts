/** Players that receive a view, never the record: the levels of src/brelan/bots. */
import { below, type Dice } from "./dice.ts";
import type { Engine, Records } from "./engine.ts";
import { SearchPlayer } from "./search.ts";

const SIDES = 1000; // of the die that decides what is overlooked

/** Anything that chooses one of the allowed actions. */
export interface Player {
  choose(view: Records, seat: number, allowed: Int16Array, dice: Dice): number;
  readonly certain?: boolean | undefined; // if it measures its choices: whether the last one beat the next best by a margin
}

/** A player by level. With a clock, a champion stops its trials when its time is up. */
export function botOf(engine: Engine, name: string, timed = true): Player {
  const level = engine.facts.bots?.levels[name];
  if (!level) return { choose: (_view, _seat, allowed, dice) => allowed[below(dice, allowed.length)]! };
  const decide = (entry: string, measure: string): Player => {
    let asked: Parameters<Engine["call"]>[1][];
    return {
      choose: (view, seat, allowed, dice) => engine.call(entry, ...(asked = [view, seat, allowed, allowed.length]), dice),
      get certain() {
        const told = engine.has(measure) ? engine.call(measure, ...asked) : -1;
        return told < 0 ? undefined : told > 0;
      },
    };
  };
  if (level.seconds && engine.has("best")) return decide("best", "certain");
  if (level.trials) return new SearchPlayer(engine, level.trials, timed ? level.seconds : Infinity);
  if (!level.overlooks) return decide("policy", "");
  const overlooked = Math.floor(level.overlooks * SIDES);
  return { choose: (view, seat, allowed, dice) => engine.call("careless", view, seat, allowed, overlooked, dice, new Int16Array(engine.facts.most)) };
}

/** The signals a bot at this seat would give now, from its view; none if it cannot talk. */
export function signalsOf(engine: Engine, view: Records, seat: number, most: number): number[] {
  if (!engine.has("say")) return [];
  const out = new Int16Array(most);
  return Array.from(out.subarray(0, engine.call("say", view, seat, out)));
}
