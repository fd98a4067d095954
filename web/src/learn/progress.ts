/** How far each first lesson was done on this device. */
import { store, stored } from "../stored";

export interface Progress {
  step: number; // where the learner is
  done: number; // how many steps were done once: these may be turned over like pages
}

/** How far a lesson was done. */
export function progressOf(game: string): Progress {
  const { step, done } = { step: 0, done: 0, ...stored<Partial<Progress>>(`lesson.${game}`, {}) };
  return { step: Number(step) || 0, done: Number(done) || 0 };
}

/** Keep how far it was done. */
export const keepProgress = (game: string, progress: Progress) => store(`lesson.${game}`, progress);

/** Whether somebody is in the middle of a lesson. */
export const begun = (game: string) => progressOf(game).step > 0;
