/** The worker's side: tables of this device, their bots, lessons and reviews. One thing at a time for each table. */
import { Actions } from "../engine/actions.ts";
import { botOf, type Player } from "../engine/bots.ts";
import { diceFor, type Dice } from "../engine/dice.ts";
import type { Engine, Records } from "../engine/engine.ts";
import { seenBy } from "../engine/events.ts";
import { advise, judge, WORLDS, type Hint, type Moment } from "../engine/hint.ts";
import { Classes, type Script } from "../engine/lesson.ts";
import { gameIn, read, write } from "../engine/notation.ts";
import { DEALER, phrases, type Phrase, type Table } from "../engine/table.ts";
import { hmac } from "../hash.ts";
import { numberIn } from "../engine/record.ts";
import type { Answer, Place, Review, Seated } from "../protocol";
import type { Fields } from "../words";
import type { Calls, Judgement, LessonStep, LocalPlan, Looking, Sight } from "./calls.ts";
import { dealtOf, freshSeed, LocalRoom, Refusal } from "./localroom.ts";
import { HERE, KEY } from "./names.ts";
import { answerOf, readsOf } from "./own.ts";
import { Overtaken, type Shelf } from "./shelf.ts";
import type { Made, Row, Written } from "./log.ts";

const LEVEL = "medium"; // of the others in a saved game
const DAILY_KEY = new TextEncoder().encode("brelan daily of every device"); // no secret: the cards are the same everywhere

const SLICE = 400; // milliseconds of judging between progress reports

const now = () => Date.now() / 1000;
const sleep = (wait: number) => new Promise((wake) => setTimeout(wake, wait));

/** What the worker needs from outside. */
export interface Outside {
  engine(game: string): Promise<Engine>;
  script(game: string): Promise<Script>;
  shelf: Shelf;
  tell(table: string, what: { answer: Answer; fresh: boolean } | { looking: Looking }): void;
}

/** A table somebody is looking at. */
interface Live {
  room: LocalRoom;
  looking: Looking;
  bots: Map<string, Player>;
  throws: Dice;
  pace: number;
  line: Promise<unknown>; // what is being done there
  open: boolean;
}

export class Host implements Record<keyof Calls, (...given: never[]) => unknown> {
  readonly #outside: Outside;
  readonly #live = new Map<string, Live>();
  readonly #classes = new Map<string, Classes>();
  #judged: ({ notation: string; moments: Moment[] } & ReturnType<typeof choices>) | null = null; // the game that was asked for last

  constructor(outside: Outside) {
    this.#outside = outside;
  }

  // tables

  async make({ game, name, people, names, options = {}, take_back = true, daily = "", past = null }: LocalPlan): Promise<Seated> {
    const engine = await this.#outside.engine(game);
    const called = people.map((level, seat) => (level === null ? (names?.[seat] ?? (seat === (past?.seat ?? 0) ? name : null)) : null));
    const made: Made = { what: "made", game, version: engine.facts.version, people, names: called, options, take_back, daily, past };
    const earlier = past ? await this.#laidOut(past.table, past.game ?? 0, past.moves ?? 0) : [{ what: "dealt", deal: { seed: daily ? seedOf(daily, engine) : freshSeed() } } as Written];
    return this.#written(engine, [made, ...earlier], past?.seat ?? 0);
  }

  async bring(text: string, name: string): Promise<Seated> {
    const game = gameIn(text);
    const engine = await this.#outside.engine(game);
    const table = read(engine, text);
    const people = Array.from({ length: table.seats }, (_, seat) => (seat === 0 ? null : LEVEL));
    const made: Made = { what: "made", game, version: engine.facts.version, people, names: people.map((_, seat) => (seat === 0 ? name : null)), options: table.options, take_back: true };
    return this.#written(engine, [made, { what: "dealt", deal: dealtOf(table.deal) }, ...movesOf(table, table.history.length)], 0);
  }

  async save(name: string): Promise<string> {
    const { table } = await this.#room(name);
    if (!table) throw new Refusal("not_now");
    return write(table);
  }

  async #written(engine: Engine, entries: Written[], seat: number): Promise<Seated> {
    const table = HERE + Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(36).padStart(2, "0")).join("");
    const rows = entries.map((entry, number): Row => ({ table, number, time: now(), entry }));
    const room = refusing(() => new LocalRoom(engine, rows, readsOf(engine.facts.name)));
    await this.#outside.shelf.add(rows, room.place(now()));
    return { table, seat, key: KEY, invitation: "" };
  }

  /** The deal of a finished game and its first moves, as another table's log has them. */
  async #laidOut(name: string, number: number, moves: number): Promise<Written[]> {
    const { table } = (await this.#room(name)).finished(number);
    return [{ what: "dealt", deal: dealtOf(table.deal) }, ...movesOf(table, moves)];
  }

  async mine(tables: string[]): Promise<Place[]> {
    return (await this.#outside.shelf.places()).filter(({ table }) => tables.includes(table));
  }

  async forget(table: string): Promise<null> {
    this.close(table);
    await this.#outside.shelf.forget(table);
    return null;
  }

  async #room(name: string): Promise<LocalRoom> {
    const live = this.#live.get(name);
    if (live) return live.room;
    const rows = await this.#outside.shelf.rows(name);
    if (!rows.length) throw new Refusal("unknown");
    const { game } = rows[0]!.entry as Made;
    return new LocalRoom(await this.#outside.engine(game), rows, readsOf(game));
  }

  // at a table

  async open(name: string, pace: number): Promise<null> {
    const room = await this.#room(name);
    const bots = new Map<string, Player>();
    const live: Live = { room, looking: first(room), bots, throws: diceFor(BigInt(freshSeed())), pace, line: Promise.resolve(), open: true };
    this.#live.set(name, live);
    this.#turned(live, live.looking);
    return null;
  }

  close(name: string): null {
    const live = this.#live.get(name);
    if (live) live.open = false;
    this.#live.delete(name);
    return null;
  }

  show(name: string, seat: number): null {
    const live = this.#at(name);
    this.#turned(live, { ...lookingAt(live.room, seat), covered: false });
    return null;
  }

  send(name: string, id: string, wish: Parameters<Calls["send"]>[2]): null {
    const live = this.#at(name);
    void this.#inTurn(live, async () => {
      const { seat, covered } = live.looking;
      if (covered) throw new Refusal("not_yours");
      await this.#do(live, seat, wish);
      this.#tell(live, { kind: "done", id, number: live.room.number });
    }).catch((error: unknown) => this.#tell(live, { kind: "refused", id, ...failureOf(error) }));
    return null;
  }

  #at(name: string): Live {
    const live = this.#live.get(name);
    if (!live) throw new Refusal("unknown");
    return live;
  }

  #inTurn<T>(live: Live, work: () => Promise<T> | T): Promise<T> {
    const done = live.line.then(work);
    live.line = done.catch(() => {});
    return done;
  }

  /** Carry out, write, then notify. What cannot be written is not done. */
  async #do(live: Live, seat: number, wish: Parameters<Calls["send"]>[2]): Promise<void> {
    const known = live.room.number;
    const row = live.room.do(seat, wish, now());
    try {
      await this.#outside.shelf.add([row], live.room.place(now()));
    } catch (error) {
      const { game } = live.room.made;
      live.room = new LocalRoom(live.room.engine, await this.#outside.shelf.rows(live.room.id), readsOf(game));
      this.#turned(live, live.looking);
      throw new Refusal(error instanceof Overtaken ? "stale" : "busy");
    }
    this.#news(live, known);
  }

  #tell(live: Live, answer: Answer, fresh = false): void {
    if (live.open) this.#outside.tell(live.room.id, { answer, fresh });
  }

  /** Send what happened; if another person is next, send nothing about any hand. */
  #news(live: Live, known: number): void {
    const next = whoLooks(live);
    if (next.seat !== live.looking.seat || next.covered !== live.looking.covered) return this.#turned(live, next);
    this.#tell(live, { kind: "update", number: live.room.number, entries: live.room.seen(next.seat, known), scene: live.room.scene(next.seat) });
    this.#onward(live);
  }

  /** Turn the table to somebody, or cover it, and send everything again. */
  #turned(live: Live, looking: Looking): void {
    live.looking = looking;
    if (live.open) this.#outside.tell(live.room.id, { looking });
    const eyes = looking.covered ? DEALER : looking.seat;
    this.#tell(live, { kind: "update", number: live.room.number, entries: live.room.seen(eyes, -1), scene: live.room.scene(eyes) }, true);
    this.#onward(live);
  }

  /** Let the bots continue after a while. */
  #onward(live: Live): void {
    const { room, looking } = live;
    if (looking.covered || !live.open || (!room.bot && !room.talk().length)) return;
    const { turn, number } = room;
    void sleep(live.pace).then(() => this.#inTurn(live, async () => {
      if (!live.open || live.room.turn !== turn || live.room.number !== number) return;
      const [said] = live.room.talk();
      if (said) return this.#do(live, said[0], { kind: "signal", signal: said[1] });
      const { at, bot, table } = live.room;
      if (bot && table) await this.#do(live, at, { kind: "play", turn, move: [this.#choice(live, bot, table)] as never });
    })).catch((error: unknown) => console.error(error));
  }

  #choice(live: Live, level: string, table: Table): number {
    const { at } = live.room;
    const name = `${at} ${level}`;
    const bot = live.bots.get(name) ?? botOf(live.room.engine, level);
    live.bots.set(name, bot);
    return bot.choose(table.position.view(at), at, table.position.allowed, live.throws);
  }

  // advice

  look(name: string): Sight {
    const { room, looking } = this.#at(name);
    if (looking.covered) throw new Refusal("not_yours");
    return { game: room.made.game, seat: looking.seat, record: room.playing.position.view(looking.seat) };
  }
  async advise({ game, seat, record }: Sight): Promise<Hint> {
    const engine = await this.#outside.engine(game);
    if (numberIn(engine.facts, record, "seat") !== seat) throw new Refusal("not_yours", "T1");
    return advise(engine, record, seat, botOf(engine, "champion"), diceFor(BigInt(freshSeed())));
  }
  async answer({ game, seat, record }: Sight, question: Fields): Promise<Fields> {
    return answered(await this.#outside.engine(game), record, seat, question);
  }
  async warn({ game, seat, record }: Sight, action: string): Promise<Phrase[]> {
    const engine = await this.#outside.engine(game);
    return phrases(engine, "warnings", record, seat, [new Actions(engine.facts.actions).parse(action)]);
  }

  // looking back

  async review(name: string, number: number, seat: number | "open"): Promise<Review> {
    const room = await this.#room(name);
    const { table: played, end, number: which } = room.finished(number);
    const table = played.again();
    const sight = () => (seat === "open" ? table.open() : table.view(seat));
    const at = table.seat;
    const view = sight();
    let last = view;
    const moves = played.history.map((move) => {
      const known = table.events.length;
      again(table, move);
      const after = sight();
      const changed = Object.fromEntries(Object.entries(after).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(last[field])));
      last = after;
      const events = table.events.slice(known).map((event) => seenBy(event, seat === "open" ? (event.seat ?? -1) : seat));
      return { seat: move.seat, said: table.said(move), at: table.seat, events, changed };
    });
    const { game, version } = room.made;
    return { table: name, game, version, options: table.options, number: which, team: room.engine.facts.team, people: room.everybody(), at, view, moves, end, notation: write(played) };
  }

  async judgement(notation: string, since: number): Promise<Judgement> {
    const engine = await this.#outside.engine(refusing(() => gameIn(notation)));
    this.#judged = this.#judged?.notation === notation ? this.#judged : { notation, moments: [], ...refusing(() => choices(read(engine, notation))) };
    const { played, chosen, moments } = this.#judged;
    for (const begun = performance.now(); moments.length < chosen.length && performance.now() < begun + SLICE; ) {
      const { view, number, seat, actions } = chosen[moments.length]!;
      moments.push(judge(played, botOf(engine, "champion"), view, number, seat, actions));
    }
    return { done: moments.length, total: chosen.length, worlds: WORLDS, moments: moments.slice(since) };
  }

  // learning

  async #class(game: string): Promise<Classes> {
    const known = this.#classes.get(game) ?? new Classes(await this.#outside.engine(game), await this.#outside.script(game));
    this.#classes.set(game, known);
    return known;
  }
  async lesson(game: string) {
    return (await this.#class(game)).taught();
  }
  async attempt(game: string, { at, move = null }: Parameters<Calls["attempt"]>[1]): Promise<LessonStep> {
    const found = await this.#class(game);
    return found.tried(at, move === null ? null : refusing(() => readsOf(game)(found.at(at), move)));
  }
  async inquire(game: string, question: Fields, at: Parameters<Calls["inquire"]>[2]): Promise<Fields> {
    return answered(await this.#outside.engine(game), at && (await this.#class(game)).at(at).position.view(0), 0, question);
  }
}

/** The seed of a day, by the rule of src/brelan/daily.py with a public key. */
function seedOf(date: string, { facts }: Engine): string {
  const hash = hmac(DAILY_KEY, new TextEncoder().encode(`brelan daily 1 ${date} ${facts.name} ${facts.version}`));
  return String(new DataView(hash.buffer as ArrayBuffer).getBigUint64(0));
}

const movesOf = (table: Table, count: number) =>
  table.history.slice(0, count).map((move): Written => ({ what: move.signal === null ? "moved" : "signalled", seat: move.seat, said: table.said(move) }));

function again(table: Table, { seat, actions, signal }: Table["history"][number]): void {
  if (signal === null) table.play(actions, seat);
  else table.signal(seat, signal);
}

/** The moves with a choice, each with its seat's view. */
function choices(played: Table) {
  const table = played.again();
  const chosen = played.history.flatMap((move, number) => {
    const chose = move.signal === null && move.seat !== DEALER && table.position.count > 1;
    const found = chose ? [{ number, seat: move.seat, actions: move.actions, view: table.position.view(move.seat) }] : [];
    again(table, move);
    return found;
  });
  return { played, chosen };
}

const lookingAt = (room: LocalRoom, seat: number) => ({ seat, name: room.names[seat] ?? "" });

/** Who looks when a table is opened: its only person or, if several share it, nobody until it is handed over. */
function first(room: LocalRoom): Looking {
  const { people } = room;
  const seat = people.includes(room.at) ? room.at : (people[0] ?? 0);
  return { ...lookingAt(room, seat), covered: people.length > 1 && !room.over };
}

/** Who looks next: the seat to act; before another person's turn, the table is covered. */
function whoLooks({ room, looking }: Live): Looking {
  const others = room.people.filter((seat) => room.levels[seat] === null);
  if (others.length < 2 || room.over || !others.includes(room.at) || room.at === looking.seat) return looking;
  return { ...lookingAt(room, room.at), covered: true };
}

function answered(engine: Engine, view: Records | null, seat: number, question: Fields): Fields {
  const found = answerOf(engine, view, seat, question);
  if (!found) throw new Refusal("not_now");
  return found;
}

function refusing<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal("setup", (error as { clause?: string }).clause ?? "");
  }
}

/** An error as sent to the page. */
export function failureOf(error: unknown) {
  if (!(error instanceof Refusal)) console.error(error);
  return error instanceof Refusal ? { error: error.error, clause: error.clause, step: error.step } : { error: "busy" as const };
}
