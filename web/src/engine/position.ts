/** A dealt game: its record, its dice and the actions allowed (src/brelan/core/position.py). */
import type { Dice } from "./dice.ts";
import type { Engine, Records } from "./engine.ts";
import { numberIn } from "./record.ts";

export class Position {
  readonly engine: Engine;
  readonly seats: number;
  record: Records;
  dice: Dice;
  #actions: Int16Array;
  #count: number;

  constructor(engine: Engine, seats: number, record: Records, dice: Dice, actions = new Int16Array(engine.facts.most), count = -1) {
    this.engine = engine;
    this.seats = seats;
    this.record = record;
    this.dice = dice;
    this.#actions = actions;
    this.#count = count < 0 ? engine.call("legal", record, 0, actions) : count;
  }

  static dealt(engine: Engine, seats: number, codes: Int16Array, dice: Dice): Position {
    const record = engine.records();
    const actions = new Int16Array(engine.facts.most);
    return new Position(engine, seats, record, dice, actions, engine.call("start", record, 0, seats, codes, dice, actions));
  }

  /** A position the seat could be facing, made only from its view. */
  static guessed(engine: Engine, view: Records, seat: number, dice: Dice): Position {
    const record = engine.records();
    engine.call("guess", view, 0, seat, dice, record, 0);
    return new Position(engine, numberIn(engine.facts, view, "seats"), record, dice.slice());
  }

  /** The actions allowed. */
  get allowed(): Int16Array {
    return this.#actions.slice(0, this.#count);
  }
  get count(): number {
    return this.#count;
  }
  /** The seat to act; -1 for the dealer. */
  get seat(): number {
    return numberIn(this.engine.facts, this.record, "seat");
  }
  /** The clause that ended the game, 0 while it runs. */
  get over(): number {
    return this.engine.call("over", this.record, 0);
  }
  /** 0 if the action is allowed, otherwise the clause it would break. */
  whyNot(action: number): number {
    return this.engine.call("why_not", this.record, 0, action);
  }
  /** Play an allowed action. */
  play(action: number): void {
    this.#count = this.engine.call("step", this.record, 0, action, this.dice, this.#actions);
  }
  /** The current result of every seat. */
  scores(): number[] {
    const out = new BigInt64Array(this.seats);
    this.engine.call("score", this.record, 0, out);
    return Array.from(out, Number);
  }
  /** What a seat may know (-1: a watcher). */
  view(seat: number): Records {
    const view = this.engine.records();
    this.engine.call("see", this.record, 0, seat, view, 0);
    return view;
  }
  /** A copy of the position, including its dice. */
  copy(): Position {
    return new Position(this.engine, this.seats, this.record.slice(), this.dice.slice(), this.#actions.slice(), this.#count);
  }
}
