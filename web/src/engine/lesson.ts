/** A first lesson at a table of this device, like src/brelan/core/lesson.py and the server's lessons. */
import type { Engine } from "./engine.ts";
import { seenBy } from "./events.ts";
import { playLine } from "./notation.ts";
import type { Fields } from "./sentences.ts";
import { Table, type Phrase, phrases, type Said } from "./table.ts";

const LEARNER = 0;

/** A lesson as the page's build writes it. */
export interface Script {
  seats: number;
  options: Fields;
  deal: { seed: number; order?: number[]; dealer?: number | null };
  teaches: string[];
  steps: { say: string; moves: string[][]; then: string[]; refused: Record<string, string> }[];
}
/** A learner's place: the number of a step, and the right actions taken in it so far. */
export interface Place {
  step: number;
  played?: string[];
}

export class Classes {
  readonly #engine: Engine;
  readonly #script: Script;

  constructor(engine: Engine, script: Script) {
    this.#engine = engine;
    this.#script = script;
  }

  #table(steps: number): Table {
    const { seats, options, deal } = this.#script;
    const table = new Table(this.#engine, seats, options, { ...deal, seed: BigInt(deal.seed) });
    this.#script.steps.slice(0, steps).forEach((_, step) => this.#play(table, step));
    return table;
  }

  #play(table: Table, step: number): void {
    const { moves, then } = this.#script.steps[step]!;
    if (moves[0]) table.play(moves[0], LEARNER);
    for (const line of then) playLine(table, line);
  }

  /** The table at a place. */
  at({ step, played = [] }: Place): Table {
    const table = this.#table(step);
    if (played.length) table.play(played, LEARNER);
    return table;
  }

  /** The rest of each move of a step that begins with these actions. */
  #left({ step, played = [] }: Place): string[][] {
    const moves = this.#script.steps[step]?.moves ?? [];
    return moves.filter((move) => played.every((action, i) => action === move[i])).map((move) => move.slice(played.length));
  }

  #seen(table: Table) {
    return { view: table.view(LEARNER), allowed: table.seat === LEARNER ? table.allowed() : [] };
  }

  /** Everything the learner sees in it. */
  taught() {
    const { facts } = this.#engine;
    const { seats, options, teaches, steps } = this.#script;
    const table = this.#table(0);
    const told = steps.map(({ say, moves, refused }, step) => {
      const seen = this.#seen(table);
      const known = table.events.length;
      this.#play(table, step);
      return { say, ...seen, moves, refused, events: table.events.slice(known).map((event) => seenBy(event, LEARNER)) };
    });
    return { game: facts.name, version: facts.version, seats, options, teaches, steps: told, view: table.view(LEARNER) };
  }

  /** What a learner's move leads to; without a move, the current state. `steps` are phrases of what is left to do. */
  tried(place: Place, move: Said | null) {
    const table = this.at(place);
    const known = table.events.length;
    let [at, right, clause] = [place, true, ""];
    if (move !== null) {
      clause = table.whyNot(move, LEARNER);
      const actions = clause ? [] : table.read(move);
      right = !clause && this.#left(place).some((left) => actions.every((action, i) => action === left[i]));
      if (right) at = this.#moved(table, place, actions);
    }
    const events = table.events.slice(known).map((event) => seenBy(event, LEARNER));
    return { at, right, clause, ...this.#seen(table), events, ...this.#wants(table, at) };
  }

  /** Play what the lesson asks for and, after a complete step, the others' moves. */
  #moved(table: Table, { step, played = [] }: Place, actions: string[]): Place {
    table.play(actions, LEARNER);
    const so = [...played, ...actions];
    if (!this.#left({ step, played: so }).some((left) => left.length === 0)) return { step, played: so };
    for (const line of this.#script.steps[step]!.then) playLine(table, line);
    return { step: step + 1 };
  }

  #wants(table: Table, at: Place): { actions: string[]; steps: Phrase[] } {
    const [actions = []] = this.#left(at);
    const ids = actions.map((action) => table.actions.parse(action));
    return { actions, steps: actions.length ? phrases(this.#engine, "steps", table.position.view(LEARNER), LEARNER, ids) : [] };
  }
}
