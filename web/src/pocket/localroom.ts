/**
 * A table on this device as its log tells it: what src/brelan/server/room.py is to a server, for people who share one
 * screen. No clock, no storage: `do` turns a wish into an entry and takes it in, `takeIn` takes in an entry of the log.
 */
import { signalsOf } from "../engine/bots.ts";
import type { Engine } from "../engine/engine.ts";
import { BadSetup, IllegalAction } from "../engine/errors.ts";
import { seenBy, type Event } from "../engine/events.ts";
import { laterOptions } from "../engine/options.ts";
import { DEALER, GLANCE, Table, THOROUGH, type Deal, type Outcome, type Said } from "../engine/table.ts";
import type { Entry, Failing, Person, Place, Scene } from "../protocol";
import type { Wish } from "../socket";
import type { Dealt, Made, Row, Written } from "./log.ts";

const STAND_IN = "medium"; // the level that plays for absent people
const KEPT = 200; // the most entries sent to an opening page
const TAKE_BACKS = 50; // per seat and game

/** A refused command, which changes nothing. */
export class Refusal extends Error {
  readonly error: Failing;
  readonly clause: string;
  readonly step: number;

  constructor(error: Failing, clause = "", step = 0) {
    super(error);
    this.error = error;
    this.clause = clause;
    this.step = step;
  }
}

function need(holds: boolean, error: Failing): void {
  if (!holds) throw new Refusal(error);
}

/** Turn a breach of the rules into a refusal. */
function lawful<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof IllegalAction) throw new Refusal("illegal", error.clause, error.step);
    if (error instanceof BadSetup) throw new Refusal("setup", error.clause);
    throw error;
  }
}

export const dealOf = ({ seed, ...rest }: Dealt): Deal => ({ seed: BigInt(seed), ...rest });
export const dealtOf = ({ seed, ...rest }: Deal): Dealt => ({ seed: String(seed), ...rest });

/** How a move is turned into the game's own actions, where it is not given as such. */
export type Reads = (table: Table, said: Said) => Said;

export class LocalRoom {
  readonly id: string;
  readonly engine: Engine;
  readonly made: Made;
  number = -1;
  turn = 0;
  games = 0;
  table: Table | null = null;
  past: { number: number; table: Table; end: Outcome }[] = [];
  levels: (string | null)[];
  names: (string | null)[];
  readonly #reads: Reads;
  #shared = false;
  #takenBack: number[] = [];
  #recent: { number: number; time: number; entry: Written; events: Event[] }[] = [];

  constructor(engine: Engine, rows: readonly Row[], reads: Reads) {
    const [first] = rows;
    this.id = first!.table;
    this.engine = engine;
    this.made = first!.entry as Made;
    need(this.made.version >= engine.facts.replays && this.made.version <= engine.facts.version, "outdated");
    this.levels = [...this.made.people];
    this.names = [...this.made.names];
    this.#reads = reads;
    for (const row of rows) this.takeIn(row);
  }

  // queries

  /** The seats of people. */
  get people(): number[] {
    return this.made.people.flatMap((level, seat) => (level === null ? [seat] : []));
  }
  get over(): boolean {
    return this.#shared || (this.table !== null && !this.table.position.count && this.table.over);
  }
  /** The seat to act; -1 between rounds, at the end, and before the deal. */
  get at(): number {
    return this.table === null || this.over ? DEALER : this.table.seat;
  }
  /** Whether the next step is the dealer's. */
  get waits(): boolean {
    return this.table !== null && !this.over && this.table.seat === DEALER;
  }
  get end(): Outcome | null {
    return this.table && this.over ? (this.#shared ? this.table.sharedOutcome : this.table.outcome) : null;
  }
  /** The level of the bot to act, or null. */
  get bot(): string | null {
    return this.at === DEALER ? null : (this.levels[this.at] ?? null);
  }
  mayTakeBack(seat: number, worlds = GLANCE): boolean {
    const last = this.table?.history.at(-1);
    if (!this.table || this.over || !this.made.take_back || last?.seat !== seat || (this.#takenBack[seat] ?? 0) >= TAKE_BACKS) return false;
    return this.table.canTakeBack(worlds);
  }
  /** The table of the current game. */
  get playing(): Table {
    if (!this.table || this.over) throw new Refusal("not_now");
    return this.table;
  }
  /** A finished game, 0 for the last. */
  finished(number: number) {
    const end = this.end;
    const games = [...this.past, ...(this.table && end ? [{ number: this.games, table: this.table, end }] : [])];
    const found = number ? games.find((game) => game.number === number) : games.at(-1);
    if (!found) throw new Refusal(number && number !== this.games ? "unknown" : "not_now");
    return found;
  }

  #person(seat: number): Person {
    return { name: this.names[seat] ?? null, own: this.made.people[seat] === null, level: this.levels[seat] ?? null, here: this.levels[seat] === null };
  }
  everybody(): Person[] {
    return this.levels.map((_, seat) => this.#person(seat));
  }

  /** Everything a viewer (-1: a watcher) may see now. */
  scene(viewer: number): Scene {
    const { made, table } = this;
    return {
      table: this.id, game: made.game, version: made.version, options: table?.options ?? made.options, seat: viewer, people: this.everybody(),
      at: this.at, turn: this.turn, games: this.games, view: table?.view(viewer) ?? null, allowed: table && viewer === this.at && viewer !== DEALER ? table.allowed() : [],
      may_take_back: viewer !== DEALER && this.mayTakeBack(viewer), may_go_on: viewer !== DEALER && this.waits, may_share: viewer !== DEALER && !this.over && (table?.mayShare ?? false),
      polls: [], watchers: 0, end: this.end, shuffle: null, coming: null, daily: this.games < 2 ? (made.daily ?? "") : "", past: this.games < 2 ? (made.past ?? null) : null,
    };
  }

  /** What happened after a number, as a viewer may know it. */
  seen(viewer: number, since: number): Entry[] {
    return this.#recent.filter(({ number }) => number > since).map(({ number, time, entry, events }) => ({
      number, time, what: entry.what, seat: "seat" in entry ? entry.seat : null, text: "text" in entry ? entry.text : "", events: events.map((event) => seenBy(event, viewer)),
    }));
  }

  /** A summary for the list of tables. */
  place(touched: number): Place {
    const [seat = 0] = this.people;
    return { table: this.id, game: this.made.game, seat, names: this.names, levels: this.levels, turn: this.turn, your_turn: !this.over && (this.people.includes(this.at) || this.waits), over: this.over, touched };
  }

  // applying entries

  /** Apply an entry of the log. */
  takeIn({ number, time, entry }: Row): void {
    const events = this.#apply(entry);
    this.number = number;
    this.#recent = [...this.#recent, { number, time, entry, events }].slice(-KEPT);
  }

  #apply(entry: Written): Event[] {
    switch (entry.what) {
      case "dealt": this.#deal(entry.deal); return [];
      case "moved": return this.#moved(entry.said, entry.seat);
      case "signalled": return this.playing.signal(entry.seat, entry.said);
      case "took_back":
        this.playing.undo();
        this.#takenBack[entry.seat] = (this.#takenBack[entry.seat] ?? 0) + 1;
        this.turn += 1;
        return [];
      case "named": this.names[entry.seat] = entry.text; return [];
      case "left": this.levels[entry.seat] = STAND_IN; return [];
      case "returned": this.levels[entry.seat] = null; return [];
      case "shared": this.#shared = true; return [];
      default: return [];
    }
  }

  #deal(deal: Dealt): void {
    const end = this.end;
    if (this.table && end) this.past.push({ number: this.games, table: this.table, end });
    const options = laterOptions(this.engine.facts, this.levels.length, this.made.options, this.games);
    this.table = new Table(this.engine, this.levels.length, options, dealOf(deal));
    this.#shared = false;
    this.#takenBack = [];
    this.games += 1;
    this.turn += 1;
  }

  #moved(said: Said, seat: number): Event[] {
    const events = this.playing.play(this.#reads(this.playing, said), seat);
    this.turn += 1;
    return events;
  }

  // commands

  /** Carry out a seat's command and return the row to write; a Refusal changes nothing. */
  do(seat: number, wish: Wish, time: number): Row {
    const [entry, events] = this.#done(seat, wish);
    this.number += 1;
    this.#recent = [...this.#recent, { number: this.number, time, entry, events }].slice(-KEPT);
    return { table: this.id, number: this.number, time, entry };
  }

  #done(seat: number, wish: Wish): [Written, Event[]] {
    if (wish.kind === "play" || wish.kind === "go_on") return this.#play(seat, wish);
    if (wish.kind === "signal") {
      const events = lawful(() => this.playing.signal(seat, wish.signal));
      return [{ what: "signalled", seat, said: this.playing.said(this.playing.history.at(-1)!) }, events];
    }
    const entry = this.#checked(seat, wish);
    return [entry, this.#apply(entry)];
  }

  #play(seat: number, wish: Extract<Wish, { kind: "play" | "go_on" }>): [Written, Event[]] {
    const table = this.playing;
    need(wish.turn === this.turn, "stale");
    const mover = wish.kind === "go_on" ? DEALER : seat;
    need(mover !== DEALER || this.waits, "not_now");
    if (mover !== this.at) throw new Refusal("not_yours", "T1");
    const move: Said = wish.kind === "go_on" ? table.position.allowed[0]! : lawful(() => this.#reads(table, wish.move));
    const events = lawful(() => this.#moved(move, mover));
    return [{ what: "moved", seat: mover, said: table.said(table.history.at(-1)!) }, events];
  }

  /** Check a command and return its entry. */
  #checked(seat: number, wish: Wish): Written {
    switch (wish.kind) {
      case "take_back":
        need(this.mayTakeBack(seat, THOROUGH), "not_now");
        return { what: "took_back", seat };
      case "rematch":
        need(this.over, "not_now");
        return { what: "dealt", deal: { seed: freshSeed() } };
      case "vote": // people who share a screen have agreed already
        need(wish.about === "share" && wish.yes && (this.table?.mayShare ?? false) && !this.over, "not_now");
        return { what: "shared", seat };
      case "leave":
        need(this.levels[seat] === null, "not_now");
        return { what: "left", seat };
      case "return":
        need(this.made.people[seat] === null && this.levels[seat] !== null, "not_now");
        return { what: "returned", seat };
      case "rename":
        return { what: "named", seat, text: wish.name.trim().slice(0, 24) };
      case "say":
        return { what: "said", seat, text: wish.text.slice(0, 300) };
    }
    throw new Refusal("not_now");
  }

  /** What the bots would signal now, each from its own view. */
  talk(): [number, string][] {
    const { table } = this;
    if (!table || this.over || !table.signals.texts.length) return [];
    return this.levels.flatMap((level, seat) =>
      level === null ? [] : signalsOf(this.engine, table.position.view(seat), seat, table.signals.texts.length).map((signal): [number, string] => [seat, table.signals.texts[signal]!]),
    );
  }
}

/** Cards from the device's random numbers. */
export const freshSeed = () => String(crypto.getRandomValues(new BigUint64Array(1))[0]);
