/** What a class does with its exercises, for the teacher's eye. */
import type { PupilFacts, Task } from "../protocol";

export const HESITATES = 60; // seconds over one exercise, or one turn
const STUCK = 2; // hints and slips together

export type Doing = "works" | "hesitates" | "ready" | "waits";

/** What a child does now. */
export function doing({ sums }: PupilFacts, { what }: Task, now: number): Doing {
  if (what !== "practice") return "waits";
  const open = sums.findLast(({ solved }) => !solved);
  if (!open) return sums.length ? "ready" : "waits";
  return now - open.since > HESITATES || open.helps + open.slips >= STUCK ? "hesitates" : "works";
}

/** Every exercise that somebody has seen: by how many, and by how many it was solved. */
export function tally(pupils: readonly PupilFacts[]): { exercise: number; text: string; seen: number; solved: number }[] {
  const found = new Map<number, { exercise: number; text: string; seen: number; solved: number }>();
  for (const { exercise, text, solved } of pupils.flatMap(({ sums }) => sums)) {
    const one = found.get(exercise) ?? { exercise, text, seen: 0, solved: 0 };
    found.set(exercise, { ...one, seen: one.seen + 1, solved: one.solved + Number(solved) });
  }
  return [...found.values()].sort((a, b) => a.exercise - b.exercise);
}
