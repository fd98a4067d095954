/** A first lesson behind a room. It answers as the table's socket would; the rules are asked, never known here. */
import { attempt, inquire, RequestRefused } from "../api";
import type { Entry, Lesson, LessonTurn, Play, Scene } from "../protocol";
import { DEAF, Room, type Wire } from "../room.svelte";
import { say } from "../say.svelte";
import { settings } from "../settings.svelte";
import type { Wish } from "../socket";
import { play } from "../sound";
import type { Fields, Words } from "../words";
import { keepProgress, learnt, progressOf } from "./progress";

const LEARNER = 0;
const LEVEL = "medium"; // of the others, who play by the script

export class Classroom implements Wire {
  readonly room: Room;
  step = $state(0);
  done = $state(0); // steps that were done once
  wants = $state(""); // what is left to do in this step, where it was asked or something is done
  astray = $state(false); // the last move was allowed, but not the lesson's
  praised = $state(0); // how many steps were done since the lesson was opened
  #played: string[] = [];
  #sent = 0;
  #told = 0;
  #turn = 0;

  constructor(
    readonly lesson: Lesson,
    readonly words: Words,
  ) {
    this.room = new Room(`lesson.${lesson.game}`);
    this.room.join(this);
    const kept = progressOf(lesson.game);
    this.done = Math.min(kept.done, this.last);
    this.goTo(kept.step < this.last ? kept.step : 0); // a lesson that was done begins again
  }

  /** The number of the last step: it is only read. */
  get last(): number {
    return this.lesson.steps.length - 1;
  }
  /** Whether the present step asks for a move. */
  get asks(): boolean {
    return (this.lesson.steps[this.step]?.moves.length ?? 0) > 0;
  }
  /** Whether one may turn to the next step. */
  get mayGoOn(): boolean {
    return this.step < this.last && (!this.asks || this.step < this.done);
  }

  /** Be at the beginning of a step. */
  goTo(step: number): void {
    this.praised = 0;
    const before = this.lesson.steps.slice(0, step).map(({ events }) => this.#entry(events));
    const { view, allowed } = this.lesson.steps[step]!;
    this.room.entries = before.slice(0, -1);
    this.#enter(step);
    this.#show(view, allowed, before.slice(-1));
  }
  /** Show what the lesson wants here: as a hint, with the actions that are left. */
  async show(): Promise<void> {
    const told = await this.#try(null).catch(() => null);
    if (!told) return;
    this.#note(told.wants, false);
    this.room.hint = { actions: this.#left, steps: [], reasons: [], sure: "clear" };
  }
  /** The single actions that are left to do in this step. */
  get #left(): string[] {
    const moves = this.lesson.steps[this.step]?.moves ?? [];
    return moves.find((move) => this.#played.every((action, i) => move[i] === action))?.slice(this.#played.length) ?? [];
  }

  // as a socket

  send(wish: Wish): string {
    const id = String((this.#sent += 1));
    void this.#answer(id, wish);
    return id;
  }
  close(): void {
    this.room.join(DEAF);
  }

  async #answer(id: string, wish: Wish): Promise<void> {
    try {
      if (wish.kind === "play") this.#moved(await this.#try(wish.move));
      else throw new RequestRefused({ error: "not_now" });
      this.room.hear({ kind: "done", id, number: this.#sent });
    } catch (refusal) {
      const failure = refusal instanceof RequestRefused ? refusal.failure : { error: "busy" };
      this.room.hear({ kind: "refused", id, ...failure });
    }
  }
  #try(move: Play["move"] | null): Promise<LessonTurn> {
    return attempt(this.lesson.game, { at: { step: this.step, played: this.#played }, move, language: settings.language });
  }
  async advise(): Promise<null> {
    return null; // the lesson itself says what to do
  }
  async warn(): Promise<[]> {
    return [];
  }
  answer(question: Fields): Promise<Fields> {
    return inquire(this.lesson.game, question, { step: this.step, played: this.#played });
  }

  // what comes of it

  #moved({ at, right, clause, view, allowed, events, wants }: LessonTurn): void {
    if (clause) throw new RequestRefused({ error: "illegal", clause });
    if (!right) return this.#note(wants, true);
    if (at.step !== this.step) {
      this.#enter(at.step);
      this.praised += 1;
      play("coin");
    } else this.#note(wants, false);
    this.#played = at.played ?? [];
    this.#show(view, allowed, [this.#entry(events)]);
  }
  #enter(step: number): void {
    this.step = step;
    this.done = Math.max(this.done, step);
    this.#played = [];
    this.#note("", false);
    keepProgress(this.lesson.game, { step, done: this.done, whole: step === this.last || learnt(this.lesson.game) });
  }
  #note(wants: string, astray: boolean): void {
    this.wants = wants;
    this.astray = astray;
  }
  #entry(events: Fields[]): Entry {
    return { number: (this.#told += 1), what: "moved", seat: LEARNER, time: 0, events };
  }
  #show(view: Fields, allowed: string[], entries: Entry[]): void {
    this.room.hear({ kind: "update", number: 0, entries, scene: this.#scene(view, allowed) });
  }
  #scene(view: Fields, allowed: string[]): Scene {
    const { game, version, options, seats } = this.lesson;
    const people = Array.from({ length: seats }, (_, seat) => (seat === LEARNER ? { name: settings.name || say("you"), own: true, here: true } : { name: null, own: false, level: LEVEL }));
    return {
      table: this.room.table, game, version, options, seat: LEARNER, people, at: Number(view.seat), turn: (this.#turn += 1), games: 1, view, allowed,
      may_take_back: false, may_go_on: false, may_share: false, polls: [], watchers: 0, end: null, shuffle: null, coming: null,
    };
  }
}
