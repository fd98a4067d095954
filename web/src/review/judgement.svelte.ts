/** What is known of the moves of a finished game: asked for again and again until all are judged. */
import type { Moment } from "../engine/hint";
import { pocket } from "../pocket/pocket";

export class Judgements {
  moments = $state.raw<Moment[]>([]);
  done = $state(0);
  total = $state(0);
  worlds = $state(0);
  failed = $state(false);
  #over = false;

  /** Ask until all is known of a game; one that is not told, on the day of its cards, is not judged. */
  async follow(notation: string): Promise<void> {
    this.failed = !notation;
    while (!this.#over && !this.failed && !this.whole) await this.#ask(notation);
  }

  async #ask(notation: string): Promise<void> {
    try {
      const { done, total, worlds, moments } = await pocket("judgement", notation, this.moments.length);
      this.moments = [...this.moments, ...moments];
      [this.done, this.total, this.worlds] = [done, total, worlds];
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
    return this.worlds > 0 && this.done >= this.total;
  }
  /** The moments in which another move was clearly better. */
  get marked(): Moment[] {
    return this.moments.filter((moment) => moment.marked);
  }
}
