/** What is known of the moves of a finished game: asked for again and again until all are judged. */
import { judgement, RequestRefused } from "../api";
import type { Moment } from "../protocol";

const PAUSE = 1000; // milliseconds between two questions
const LONG_PAUSE = 5000;

export class Judgements {
  moments = $state.raw<Moment[]>([]);
  done = $state(0);
  total = $state(0);
  worlds = $state(0);
  failed = $state(false);
  #over = false;

  constructor(
    readonly table: string,
    readonly game: number,
  ) {}

  /** Ask until all is known. */
  async follow(): Promise<void> {
    this.failed = false;
    while (!this.#over && !this.failed && !this.whole) {
      const wait = await this.#ask();
      if (!this.whole) await new Promise((wake) => setTimeout(wake, wait));
    }
  }

  /** Ask once; returns how long to wait before the next time. */
  async #ask(): Promise<number> {
    try {
      const { done, total, worlds, moments } = await judgement(this.table, this.game, this.moments.length);
      this.moments = [...this.moments, ...moments];
      [this.done, this.total, this.worlds] = [done, total, worlds];
    } catch (refusal) {
      if (refusal instanceof RequestRefused && refusal.failure.error === "limit") return LONG_PAUSE; // many look at once
      this.failed = true;
    }
    return PAUSE;
  }

  /** Nobody looks any more. */
  stop(): void {
    this.#over = true;
  }

  /** Whether all is judged. */
  get whole(): boolean {
    return this.worlds > 0 && this.done >= this.total;
  }
  /** The moments in which another move was clearly better. */
  get marked(): Moment[] {
    return this.moments.filter((moment) => moment.marked);
  }
}
