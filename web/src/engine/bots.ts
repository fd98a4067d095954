/** Players that receive a view, never the record: the levels of src/brelan/bots. */
import { below, type Dice } from "./dice.ts";
import type { Engine, Records } from "./engine.ts";
import { LONGEST_MOVE, Plan } from "./plan.ts";
import { SearchPlayer } from "./search.ts";

const SIDES = 1000; // of the die that decides what is overlooked

/** Anything that chooses one of the allowed actions. */
export interface Player {
  choose(view: Records, seat: number, allowed: Int16Array, dice: Dice): number;
  readonly certain?: boolean | undefined; // if it measures its choices: whether the last one beat the next best by a margin
}

/** A player that follows the game's own champion. */
function championOf(engine: Engine): Player {
  const plan = new Plan(engine);
  const move = new Int16Array(LONGEST_MOVE);
  let asked: Parameters<Engine["call"]>[1][];
  return {
    choose: (view, seat, allowed, dice) => {
      asked = [view, seat, allowed, allowed.length];
      const planned = plan.next(view);
      if (planned !== undefined) return planned;
      const length = engine.call("best", ...asked, dice, move);
      if (length > 1) plan.keep(view, seat, move.slice(0, length));
      return move[0]!;
    },
    get certain() {
      const told = engine.has("certain") ? engine.call("certain", ...asked) : -1;
      return told < 0 ? undefined : told > 0;
    },
  };
}

/** A player by level. With a clock, a champion stops its trials when its time is up. */
export function botOf(engine: Engine, name: string, timed = true): Player {
  const level = engine.facts.bots?.levels[name];
  if (!level) return { choose: (_view, _seat, allowed, dice) => allowed[below(dice, allowed.length)]! };
  if (level.seconds && engine.has("best")) return championOf(engine);
  if (level.trials) return new SearchPlayer(engine, level.trials, timed ? level.seconds : Infinity);
  if (!level.overlooks) return { choose: (view, seat, allowed, dice) => engine.call("policy", view, seat, allowed, allowed.length, dice) };
  const overlooked = Math.floor(level.overlooks * SIDES);
  return { choose: (view, seat, allowed, dice) => engine.call("careless", view, seat, allowed, overlooked, dice, new Int16Array(engine.facts.most)) };
}

/** The signals a bot at this seat would give now, from its view; none if it cannot talk. */
export function signalsOf(engine: Engine, view: Records, seat: number, most: number): number[] {
  if (!engine.has("say")) return [];
  const out = new Int16Array(most);
  return Array.from(out.subarray(0, engine.call("say", view, seat, out)));
}
