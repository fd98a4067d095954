/** What is known of the moves of a finished game: asked for again and again until all are judged. */
import { judgement } from "../api";
import type { Moment } from "../protocol";

const PAUSE = 1000; // milliseconds between two questions

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
    try {
      do {
        const told = await judgement(this.table, this.game, this.moments.length);
        this.moments = [...this.moments, ...told.moments];
        [this.done, this.total, this.worlds] = [told.done, told.total, told.worlds];
        if (this.done < this.total) await new Promise((wake) => setTimeout(wake, PAUSE));
      } while (!this.#over && this.done < this.total);
    } catch {
      this.failed = true;
    }
  }

  /** Nobody looks any more. */
  stop(): void {
    this.#over = true;
  }

  /** Whether all is judged. */
  get whole(): boolean {
    return this.total > 0 && this.done >= this.total;
  }
  /** The moments in which another move was clearly better. */
  get marked(): Moment[] {
    return this.moments.filter((moment) => moment.marked);
  }
}
