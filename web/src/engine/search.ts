/** A player that tries out whole moves in guessed worlds, like src/brelan/bots/search.py. */
import { word, type Dice } from "./dice.ts";
import type { Engine, Grid, Records } from "./engine.ts";
import { Actions } from "./actions.ts";
import type { BotFacts } from "./facts.ts";
import { LONGEST_MOVE, Plan } from "./plan.ts";
import { numberIn } from "./record.ts";

const MOST_MOVES = 64; // the most moves to try out
const WORLDS = 8; // worlds tried together
const FIRST_WORLDS = 4; // worlds in which only the policy's move is tried, to measure the cost of a trial
const PER_MOVE = 32; // trials there must be time for, per candidate move
const LIKED = 4; // actions tried out if the policy is a net: its favourites
const IMAGINED = 512; // worlds guessed if a game knows what the others' play says of them,
const BELIEVED = 256; // and tried
const LOOK = 0.001; // seconds between checks of the clock
const MARGIN = 0.01; // of a win: a choice that gains less is not certain,
const SURELY = 2; // nor is one that gains fewer standard errors than these

const now = () => performance.now() / 1000;

/** A number of trials and, with a clock, of seconds, whichever runs out first. */
class Budget {
  done = 0;
  readonly trials: number;
  readonly seconds: number;
  readonly #start = now();

  constructor(trials: number, seconds: number) {
    this.trials = trials;
    this.seconds = seconds;
  }
  /** Seconds since the start; 0 without a clock. A browser's clock may stand still for a while. */
  get elapsed(): number {
    return this.seconds < Infinity ? Math.max(now() - this.#start, 1e-6) : 0;
  }
  get used(): number {
    return Math.max(this.done / this.trials, this.elapsed / this.seconds);
  }
  /** About how many trials remain until a share is used. */
  left(until = 1): number {
    const { used } = this;
    return ((until - used) * this.done) / used;
  }
  /** How many trials to make before checking the clock again. */
  beforeALook(): number {
    return this.seconds === Infinity ? this.trials : Math.max(1, Math.floor((LOOK * this.done) / this.elapsed));
  }
}

/** The buffers of trials: two records, a view, and the allowed actions. */
export const roomFor = (engine: Engine) => [engine.records(2), engine.records(1), new Int16Array(engine.facts.most)] as const;

export class SearchPlayer {
  readonly engine: Engine;
  readonly trials: number;
  readonly seconds: number;
  readonly facts: BotFacts;
  readonly reveals: Uint8Array;
  readonly room: ReturnType<typeof roomFor>;
  readonly moves = new Int16Array(MOST_MOVES * LONGEST_MOVE);
  readonly lengths = new BigInt64Array(MOST_MOVES);
  readonly marks = new BigUint64Array(MOST_MOVES);
  readonly gains = new Float64Array(WORLDS * MOST_MOVES);
  readonly likely = new Float64Array(IMAGINED);
  readonly luck = new BigUint64Array(BELIEVED);
  certain = true; // whether the last chosen move beats the next best by a margin
  readonly #plan: Plan;

  constructor(engine: Engine, trials: number, seconds = Infinity) {
    this.engine = engine;
    this.trials = trials;
    this.seconds = seconds;
    this.facts = engine.facts.bots!;
    this.reveals = Uint8Array.from(new Actions(engine.facts.actions).reveals, Number);
    this.room = roomFor(engine);
    this.#plan = new Plan(engine);
  }

  choose(view: Records, seat: number, allowed: Int16Array, throws: Dice): number {
    const planned = this.#plan.next(view) ?? (allowed.length > 1 ? undefined : allowed[0]);
    if (planned !== undefined) return planned;
    const own = this.engine.call("policy", view, seat, allowed, allowed.length, throws);
    const search = new Search(this, view, seat, this.#liked(view, seat, own, allowed, throws), throws);
    const best = search.best();
    this.certain = search.certain(best);
    const move = this.moves.slice(best * LONGEST_MOVE, best * LONGEST_MOVE + Number(this.lengths[best]));
    this.#plan.keep(view, seat, move);
    return move[0]!;
  }

  /** The first actions to try: the policy's favourite, then its favourite without that one, and so on. */
  #liked(view: Records, seat: number, own: number, allowed: Int16Array, throws: Dice): number[] {
    const liked = [own];
    let left = allowed.filter((action) => action !== own);
    while (this.facts.learned && left.length && liked.length < LIKED) {
      const next = this.engine.call("policy", view, seat, left, left.length, throws);
      liked.push(next);
      left = left.filter((action) => action !== next);
    }
    return liked;
  }
}

/** One search: its budget, and the results of the remaining candidates so far. */
class Search {
  readonly player: SearchPlayer;
  readonly view: Records;
  readonly seat: number;
  readonly liked: number[];
  readonly budget: Budget;
  readonly key: bigint;
  readonly luck: BigUint64Array;
  readonly throws: Dice;
  readonly scores: BigInt64Array;
  picks = [0]; // remaining candidates, always including 0, the policy's own
  sums = [0]; // how much better each was than the policy's own
  squares = [0];
  worlds = 0;

  constructor(player: SearchPlayer, view: Records, seat: number, liked: number[], throws: Dice) {
    this.player = player;
    this.view = view;
    this.seat = seat;
    this.liked = liked;
    this.key = word(throws);
    this.throws = BigUint64Array.from([word(throws), 0n]);
    this.scores = new BigInt64Array(numberIn(player.engine.facts, view, "seats"));
    const { engine, room, likely, luck } = player;
    this.luck = luck.subarray(0, engine.call("imagine", view, seat, this.key, this.throws.slice(), ...room, likely, luck));
    this.budget = new Budget(player.trials, player.seconds);
  }

  /** The number of the best move. */
  best(): number {
    const { moves, lengths } = this.player;
    moves[0] = this.liked[0]!;
    lengths[0] = 1n;
    this.#try(FIRST_WORLDS);
    const wanted = Math.min(MOST_MOVES, Math.trunc(this.budget.left() / PER_MOVE));
    if (wanted < 2) return 0;
    this.picks = Array.from({ length: this.#makeUp(wanted) }, (_, i) => i);
    this.sums = this.picks.map(() => 0);
    this.squares = this.picks.map(() => 0);
    this.worlds = 0;
    const rounds = Math.ceil(Math.log2(this.picks.length));
    for (let number = 0; number < rounds; number += 1) {
      this.#spend((number + 1) / rounds);
      this.#halve();
    }
    return rounds && this.#clear() ? this.picks[1]! : 0;
  }

  #makeUp(wanted: number): number {
    const { engine, facts, moves, lengths, marks, reveals, room } = this.player;
    if (facts.learned) {
      this.liked.slice(0, wanted).forEach((action, place) => {
        moves[place * LONGEST_MOVE] = action;
        lengths[place] = 1n;
      });
      return Math.min(wanted, this.liked.length);
    }
    const table: Grid = { data: moves.subarray(0, wanted * LONGEST_MOVE), shape: [wanted, LONGEST_MOVE] };
    return engine.call("make_up", this.view, this.seat, this.liked[0]!, reveals, this.throws, ...room, table, lengths.subarray(0, wanted), marks.subarray(0, wanted));
  }

  /** Try the candidates until a share of the budget is used, in at least one world. */
  #spend(until: number): void {
    const start = this.worlds;
    while (this.worlds === start || this.budget.used < until) {
      if (this.budget.used >= 1) return;
      this.#try(Math.max(1, Math.min(WORLDS, toEven(this.budget.left(until) / this.picks.length))));
    }
  }

  /** Try the candidates in so many worlds; a world interrupted by the clock does not count. */
  #try(worlds: number): void {
    const { engine, facts, moves, lengths, room, gains } = this.player;
    const { length } = this.picks;
    const end = worlds * length;
    const picks = BigInt64Array.from(this.picks, BigInt);
    let number = 0;
    while (number < end && (number === 0 || this.budget.used < 1)) {
      const last = Math.min(end, number + this.budget.beforeALook());
      const known = [this.view, this.seat, engine.facts.team, facts.swing, facts.short, this.key, this.luck, this.worlds] as const;
      const table: Grid = { data: moves, shape: [MOST_MOVES, LONGEST_MOVE] };
      engine.call("try_out", ...known, table, lengths, picks, number, last, this.throws, ...room, this.scores, { data: gains, shape: [WORLDS, MOST_MOVES] });
      this.budget.done += last - number;
      number = last;
    }
    const whole = Math.floor(number / length);
    for (let place = 0; place < length; place += 1) {
      const better = Array.from({ length: whole }, (_, world) => gains[world * MOST_MOVES + place]! - gains[world * MOST_MOVES]!);
      this.sums[place]! += better.reduce((sum, value) => sum + value, 0);
      this.squares[place]! += better.reduce((sum, value) => sum + value * value, 0);
    }
    this.worlds += whole;
  }

  /** Whether the chosen move beats the policy's own, or if it is that, the best other, by a margin. */
  certain(chosen: number): boolean {
    if (this.worlds < 2 || this.picks.length < 2) return false;
    const { mean, error } = this.#gain();
    return Math.abs(mean) > Math.max(MARGIN, SURELY * error) && mean > 0 === (chosen !== 0);
  }

  /** The mean gain of the best move over the policy's own, and its standard error. */
  #gain() {
    const mean = this.sums[1]! / this.worlds;
    return { mean, error: Math.sqrt(Math.max(0, this.squares[1]! / this.worlds - mean * mean) / this.worlds) };
  }

  /** Whether the best move is clearly better than the policy's own. */
  #clear(): boolean {
    if (this.worlds < 2) return false;
    const { mean, error } = this.#gain();
    return mean > this.player.facts.clearly * error;
  }

  /** Drop the worse half and put the best first; the policy's own stays for comparison. */
  #halve(): void {
    const others = this.picks.map((_, place) => place).slice(1);
    const order = others.sort((one, other) => this.sums[other]! - this.sums[one]! || one - other).slice(0, Math.max(1, Math.floor(this.picks.length / 2)));
    const kept = [0, ...order];
    [this.picks, this.sums, this.squares] = [kept.map((i) => this.picks[i]!), kept.map((i) => this.sums[i]!), kept.map((i) => this.squares[i]!)];
  }
}

/** The nearest integer, with halves rounded to even, as in Python. */
function toEven(value: number): number {
  const low = Math.floor(value);
  const rest = value - low;
  return rest > 0.5 || (rest === 0.5 && low % 2 === 1) ? low + 1 : low;
}
