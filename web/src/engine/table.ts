/**
 * A game people are playing: the checked door, history, events, take-back. What src/brelan/core/table.py is to Python;
 * nothing of a game is in it, everything is asked of its engine.
 */
import { wordsOf } from "../dealing.ts";
import { Actions } from "./actions.ts";
import { diceFor, tapeFor, wordFor, type Dice } from "./dice.ts";
import type { Engine } from "./engine.ts";
import { BadSetup, IllegalAction } from "./errors.ts";
import { tell, type Event } from "./events.ts";
import { clauseName } from "./facts.ts";
import { foreseen, revealsSomething, toldAlike, touched } from "./light.ts";
import { checkOptions, checkSeats, codesOf, type Options } from "./options.ts";
import { Position } from "./position.ts";
import { look } from "./record.ts";
import { read, roomForRow, type Fields } from "./sentences.ts";

export const DEALER = -1;
export const WATCHER = -1;
const UNDONE = 32; // moves that can be taken back in succession
export const GLANCE = 4; // worlds in which to check whether a move revealed something: to offer taking it back
export const THOROUGH = 256; // to actually take it back
const TOLD = 16;
const AHEAD = 1024; // words of a shuffle kept ready: more than any single action needs
const PACK = 1024; // more cards than any pack has

/** What a seat did in one go: one or more actions, or a signal. */
export interface Move {
  seat: number;
  actions: number[];
  signal: number | null;
  reveals: boolean; // something hidden was revealed
}

/** A secret, and the seats' numbers, by seat. */
export interface Shuffle {
  secret: string;
  numbers: Record<string, string>;
}

/** What fixes a game before the first action. */
export interface Deal {
  seed: bigint;
  order?: number[] | null;
  dealer?: number | null;
  shuffle?: Shuffle | null;
}

/** How a game ended. */
export interface Outcome {
  scores: number[];
  winners: number[];
  clause: string;
  shared: boolean;
}

/** Part of a sentence: the key of a text and its fields. */
export interface Phrase {
  key: string;
  fields: Fields;
}

/** A move for a table: notation, fields, an id, or a list of those. */
export type Said = string | number | Record<string, unknown> | readonly (string | number | Record<string, unknown>)[];

export class Table {
  readonly engine: Engine;
  readonly actions: Actions;
  readonly signals: Actions;
  readonly seats: number;
  readonly options: Options;
  readonly deal: Deal;
  position: Position;
  history: Move[] = [];
  events: Event[] = [];
  #before: { record: Uint8Array; thrown: bigint; events: number }[] = []; // the last moves, if they can be taken back
  #foreseen: [number, number, boolean] | null = null;
  readonly #codes: Int16Array;

  constructor(engine: Engine, seats: number, options: Options, deal: Deal) {
    this.engine = engine;
    this.actions = new Actions(engine.facts.actions);
    this.signals = new Actions(engine.facts.signals);
    this.seats = checkSeats(engine.facts, seats);
    this.options = checkOptions(engine, seats, options);
    this.#codes = codesOf(engine, this.options);
    this.deal = deal;
    this.position = Position.dealt(engine, seats, this.#codes, this.#feed(diceFor(deal.seed, this.#tape())));
  }

  #tape(): bigint[] {
    const { facts } = this.engine;
    const { order, dealer, shuffle } = this.deal;
    if (shuffle && order) throw new BadSetup("cards are in a given order or shuffled, not both");
    if ((dealer ?? null) === null ? order && facts.draws_dealer : !order || !facts.draws_dealer) throw new BadSetup("give the first dealer with an order of cards if the game draws one by lot, and only then");
    if (!order) return [];
    if (!facts.one_pack) throw new BadSetup(`${facts.name} can only be dealt from a seed: it shuffles more than one pack`);
    const pack = new Int16Array(PACK);
    const cards = [...pack.subarray(0, this.engine.call("pack", this.seats, this.#codes, pack))];
    if ([...order].sort((one, other) => one - other).join() !== cards.join()) throw new BadSetup(`the order must contain each of the ${cards.length} cards of this game's pack once`);
    return [...((dealer ?? null) === null ? [] : [wordFor(dealer!, this.seats)]), ...tapeFor(cards, order)];
  }

  /** Make sure that the dice have enough words of the shuffle for one action. */
  #feed(throws: Dice): Dice {
    const written = throws.length - 2;
    if (!this.deal.shuffle || written - Number(throws[1]) >= AHEAD) return throws;
    const words = wordsOf(this.deal.shuffle.secret, this.deal.shuffle.numbers);
    const all = Array.from({ length: written + 2 * AHEAD }, words);
    return BigUint64Array.from([throws[0]!, throws[1]!, ...all]);
  }

  // queries

  /** The seat to act; -1 if the next step is the dealer's, or if the game is over. */
  get seat(): number {
    return this.position.count ? this.position.seat : DEALER;
  }
  /** Whether the game has ended. */
  get over(): boolean {
    return this.position.over !== 0;
  }
  /** Null while the game runs. */
  get outcome(): Outcome | null {
    const over = this.position.over;
    return over ? this.#ended(over, this.engine.facts.team_wins) : null;
  }
  /** How the game would end if the tied seats shared the win now. */
  get sharedOutcome(): Outcome {
    return { ...this.#ended(this.engine.facts.shared_by, 0), shared: true };
  }
  #ended(over: number, teamWins: number): Outcome {
    const scores = this.position.scores();
    const best = Math.max(...scores);
    const won = (points: number) => (teamWins ? over === teamWins : points === best);
    return { scores, winners: scores.flatMap((points, seat) => (won(points) ? [seat] : [])), clause: clauseName(over), shared: false };
  }
  /** Whether tied seats may share the win now, if all agree. */
  get mayShare(): boolean {
    return !this.over && this.engine.has("may_share") && this.engine.call("may_share", this.position.record, 0) !== 0;
  }
  /** A new table with the same deal, before the first move. */
  again(): Table {
    return new Table(this.engine, this.seats, this.options, this.deal);
  }
  /** The allowed actions in notation; `after` the start of a move, those that may continue it (T8). */
  allowed(after = ""): string[] {
    let { position } = this;
    if (after) {
      const [then, move] = this.#tried(after, null);
      if (move.reveals || then.seat !== move.seat) return [];
      position = then;
    }
    return Array.from(position.allowed, (action) => this.actions.texts[action]!);
  }
  /** Everything a seat (-1: a watcher) may see, as plain data. */
  view(seat = WATCHER): Fields {
    return look(this.engine.facts, this.position.view(seat), this.seats);
  }
  /** Everything people may see after the end: every hand. */
  open(): Fields {
    return look(this.engine.facts, this.position.record, this.seats);
  }
  /** The actions of an allowed move, in notation. */
  read(said: Said): string[] {
    return this.#tried(said, null)[1].actions.map((action) => this.actions.texts[action]!);
  }
  /** The clause a move would break, or an empty string. */
  whyNot(said: Said, seat: number | null = null): string {
    try {
      this.#tried(said, seat);
    } catch (refusal) {
      if (refusal instanceof IllegalAction) return refusal.clause;
      throw refusal;
    }
    return "";
  }
  /** The game's warnings against a move. */
  warnings(said: Said): Phrase[] {
    const [, { seat, actions }] = this.#tried(said, null);
    return phrases(this.engine, "warnings", this.position.view(seat), seat, actions);
  }

  // moves

  /** Play an action, or a whole move of several, all or nothing, and return the events. */
  play(said: Said, seat: number | null = null): Event[] {
    const [after, move, events] = this.#tried(said, seat);
    if (move.actions.some((action) => this.actions.reveals[action])) this.#before = [];
    else this.#before = [...this.#before, { record: this.position.record, thrown: this.position.dice[1]!, events: this.events.length }].slice(-UNDONE);
    this.position = after;
    this.history.push(move);
    this.events.push(...events);
    return events;
  }

  #tried(said: Said, seat: number | null): [Position, Move, Event[]] {
    if (seat !== null && seat !== this.position.seat && !this.over) throw new IllegalAction("T1", String(said));
    const actions = this.#read(said);
    const after = this.position.copy();
    const mover = after.seat;
    const events: Event[] = [];
    let reveals = false;
    actions.forEach((action, step) => {
      const text = this.actions.texts[action]!;
      if (!after.over && (reveals || after.seat !== mover)) throw new IllegalAction(reveals ? "T8" : "T1", text, step);
      const broken = after.whyNot(action);
      if (broken) throw new IllegalAction(clauseName(broken), text, step);
      const before = after.record.slice();
      after.dice = this.#feed(after.dice);
      after.play(action);
      const news = tell(this.engine, before, action, after.record);
      reveals = revealsSomething(this.actions.reveals[action]!, news);
      events.push(...news);
    });
    return [after, { seat: mover, actions, signal: null, reveals }, events];
  }

  #read(said: Said): number[] {
    const parts = typeof said === "string" ? said.split(";").filter((part) => part.trim()) : Array.isArray(said) ? said : [said];
    if (!parts.length) throw new IllegalAction("T4", String(said));
    return parts.map((part) => this.actions.parse(part));
  }

  /** A move in notation. */
  said({ signal, actions }: Move): string {
    return signal !== null ? this.signals.texts[signal]! : actions.map((action) => this.actions.texts[action]!).join("; ");
  }

  /** Give a signal, in or out of turn, and return the events. */
  signal(seat: number, said: Said): Event[] {
    if (!this.engine.has("signal")) throw new BadSetup(`${this.engine.facts.name} has no signals`);
    const number = this.signals.parse(said);
    const broken = this.engine.call("why_not_signal", this.position.record, 0, seat, number);
    if (broken) throw new IllegalAction(clauseName(broken), this.signals.texts[number]!);
    this.engine.call("signal", this.position.record, 0, seat, number);
    this.#before = [];
    this.history.push({ seat, actions: [], signal: number, reveals: false });
    const { verb: _, ...open } = this.signals.describe(number);
    const event = { name: "signalled", seat, open, own: {} };
    this.events.push(event);
    return [event];
  }

  /** Whether the last move can be undone: it revealed nothing hidden, checked in so many worlds, and nothing followed it. */
  canTakeBack(worlds = GLANCE): boolean {
    if (!this.#before.length || this.history.at(-1)!.reveals) return false;
    if (this.#foreseen?.[0] !== this.history.length || this.#foreseen[1] !== worlds) this.#foreseen = [this.history.length, worlds, this.#couldTell(worlds)];
    return this.#foreseen[2];
  }

  /** Whether the seat that played the last move could have predicted everything that followed. */
  #couldTell(worlds: number): boolean {
    const before = this.#restored();
    const { actions } = this.history.at(-1)!;
    if (touched(before, this.position) || !foreseen(before, actions, worlds)) return false;
    return worlds < THOROUGH || toldAlike(before, actions, TOLD);
  }

  /** Undo the last move. */
  takeBack(): void {
    if (!this.canTakeBack(THOROUGH)) throw new IllegalAction("T9", "take back");
    this.undo();
  }

  /** Undo the last move, whatever it revealed: for logs, which record only take-backs that were allowed. */
  undo(): void {
    if (!this.#before.length) return this.#replayed();
    this.position = this.#restored();
    this.history.pop();
    this.events.length = this.#before.pop()!.events;
    this.#foreseen = null;
  }

  /** Undo without a snapshot: replay everything but the last move. */
  #replayed(): void {
    const again = this.again();
    for (const { signal, actions, seat } of this.history.slice(0, -1)) {
      if (signal === null) again.play(actions, seat);
      else again.signal(seat, signal);
    }
    [this.position, this.history, this.events, this.#before, this.#foreseen] = [again.position, again.history, again.events, again.#before, null];
  }

  /** The position before the last move. Of the dice, only the counter changes: a tape never loses words. */
  #restored(): Position {
    const { record, thrown } = this.#before.at(-1)!;
    const dice = this.position.dice.slice();
    dice[1] = thrown;
    return new Position(this.engine, this.seats, record.slice(), dice);
  }
}

/** What a game's reasons say about a move; nothing if it has none, or if the dealer acts. */
export function phrases(engine: Engine, kind: "steps" | "reasons" | "warnings", view: Uint8Array, seat: number, actions: readonly number[]): Phrase[] {
  const list = engine.facts.phrases[kind];
  if (!list || !engine.has(kind) || (seat === DEALER && kind !== "steps")) return [];
  const row = roomForRow();
  const size = engine.call(kind, view, 0, seat, Int16Array.from(actions), row);
  return [...read(engine, list, row.subarray(0, size))].map(({ name, fields }) => ({ key: name, fields }));
}
