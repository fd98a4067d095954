/** How far each first lesson was done on this device. */
import { store, stored } from "../stored";

export interface Progress {
  step: number; // where the learner is
  done: number; // how many steps were done once: these may be turned over like pages
  whole?: boolean; // its end was reached once
}

const whole = (value: unknown) => (Number.isInteger(value) && Number(value) > 0 ? Number(value) : 0);

/** How far a lesson was done, whatever stands in the storage. */
export function progressOf(game: string): Progress {
  const kept = stored<Partial<Progress> | null>(`lesson.${game}`, null);
  return { step: whole(kept?.step), done: whole(kept?.done), whole: kept?.whole === true };
}

/** Keep how far it was done. */
export const keepProgress = (game: string, progress: Progress) => store(`lesson.${game}`, progress);

/** Whether somebody is in the middle of a lesson. */
export const begun = (game: string) => progressOf(game).step > 0;

/** Whether a lesson was done to its end. */
export const learnt = (game: string) => progressOf(game).whole === true;
