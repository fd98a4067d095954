/** What a strong player would do, and why, and what a move was worth: from a seat's view alone (core/hint.py, bots/judge.py). */
import { Actions } from "./actions.ts";
import type { Player } from "./bots.ts";
import { diceFor, type Dice } from "./dice.ts";
import type { Engine, Records } from "./engine.ts";
import { tell } from "./events.ts";
import { revealsSomething } from "./light.ts";
import { Position } from "./position.ts";
import { numberIn } from "./record.ts";
import { roomFor } from "./search.ts";
import { phrases, type Phrase, type Table } from "./table.ts";

const MOST_REASONS = 2;
const ASKED_AGAIN = 2; // if an adviser cannot tell, a choice is clear if it is the same for different dice
export const WORLDS = 100; // guessed worlds a move is judged in
const CONFIRMING = 4; // times as many, fresh ones, for a move that looks like a mistake
const CLEARLY = 2; // standard errors by which a gain must differ from zero

export interface Hint {
  actions: string[];
  steps: Phrase[];
  reasons: Phrase[];
  sure: "clear" | "close";
}
export interface Estimate {
  mean: number;
  error: number;
}
export interface Moment {
  number: number;
  seat: number;
  before: Estimate;
  after: Estimate;
  gain: Estimate;
  marked: boolean;
  actions: string[];
  steps: Phrase[];
  reasons: Phrase[];
}

/** What a player would do at the seat to act, from its view. */
export function advise(engine: Engine, view: Records, seat: number, adviser: Player, dice: Dice): Hint {
  const { allowed, count } = Position.guessed(engine, view, seat, dice);
  const list = new Actions(engine.facts.actions);
  const choose = () => adviser.choose(view, seat, allowed, dice);
  const actions = wholeMove(engine, list, Position.guessed(engine, view, seat, dice), adviser, dice);
  let clear = count < 2;
  if (!clear) {
    clear = Array.from({ length: ASKED_AGAIN }, choose).every((action) => action === actions[0]);
    clear = adviser.certain ?? clear;
  }
  return { ...said(engine, list, view, seat, actions), sure: clear ? "clear" : "close" };
}

function said(engine: Engine, { texts }: Actions, view: Records, seat: number, actions: readonly number[]) {
  return {
    actions: actions.map((action) => texts[action]!),
    steps: phrases(engine, "steps", view, seat, actions),
    reasons: phrases(engine, "reasons", view, seat, actions).slice(0, MOST_REASONS),
  };
}

/** The adviser's successive choices until another seat is to act or something hidden would be revealed. */
function wholeMove(engine: Engine, { reveals }: Actions, world: Position, adviser: Player, dice: Dice): number[] {
  const { seat } = world;
  const actions: number[] = [];
  for (let goesOn = true; goesOn; ) {
    const action = adviser.choose(world.view(seat), seat, world.allowed, dice);
    actions.push(action);
    const before = world.record.slice();
    world.play(action);
    goesOn = world.count > 0 && world.seat === seat && !revealsSomething(reveals[action]!, tell(engine, before, action, world.record));
  }
  return actions;
}

/** A move judged by the view its seat had before it: chances, what would have been better, and how sure all that is. */
export function judge({ engine, actions: list }: Table, adviser: Player, view: Records, number: number, seat: number, played: readonly number[]): Moment {
  const throws = diceFor(number);
  let other = wholeMove(engine, list, Position.guessed(engine, view, seat, throws), adviser, throws);
  if (played.every((action, place) => action === other[place])) other = [...played]; // the strong player would have started the same way
  const lines = [[], played, other];
  let values = tried(engine, view, seat, lines, diceFor(BigInt(number) + (1n << 80n)), WORLDS);
  if (isClear(gained(values))) values = tried(engine, view, seat, lines, diceFor(BigInt(number) + (1n << 81n)), CONFIRMING * WORLDS);
  const gain = gained(values);
  return {
    number, seat, gain, marked: isClear(gain), ...said(engine, list, view, seat, other),
    before: estimate(values.map(([policy]) => policy!)), after: estimate(values.map(([, one]) => one!)),
  };
}

/** The result of each line, one row per world. */
function tried(engine: Engine, view: Records, seat: number, lines: readonly (readonly number[])[], luck: Dice, worlds: number): number[][] {
  const longest = Math.max(1, ...lines.map(({ length }) => length));
  const written = new Int16Array(lines.length * longest);
  lines.forEach((line, row) => written.set(line, row * longest));
  const values = new Float64Array(worlds * lines.length * 2);
  const scores = new BigInt64Array(numberIn(engine.facts, view, "seats"));
  engine.call(
    "judge", view, seat, engine.facts.team_wins, { data: written, shape: [lines.length, longest] }, BigInt64Array.from(lines, ({ length }) => BigInt(length)),
    luck, ...roomFor(engine), scores, { data: values, shape: [worlds, lines.length, 2] },
  );
  const what = engine.facts.team ? 1 : 0; // the team's result, or a share of the win
  return Array.from({ length: worlds }, (_, world) => lines.map((_, line) => values[2 * (world * lines.length + line) + what]!));
}

/** By how much the strong player's line did better than what was played. */
const gained = (values: readonly number[][]) => estimate(values.map(([, one, better]) => better! - one!));
const isClear = ({ mean, error }: Estimate) => mean > CLEARLY * error;

function estimate(values: readonly number[]): Estimate {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const spread = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
  return { mean, error: Math.sqrt(spread / values.length) };
}
