/** What a learner has done, kept on this device and nowhere else. */

export interface Progress {
  day: string;
  today: number;
  all: number;
  alone: number; // without help
}

export const NOTHING: Progress = { day: "", today: 0, all: 0, alone: 0 };

/** One exercise more. */
export const add = ({ day, today, all, alone }: Progress, now: string, unaided: boolean): Progress => ({
  day: now,
  today: day === now ? today + 1 : 1,
  all: all + 1,
  alone: alone + (unaided ? 1 : 0),
});
