/** The messages between the page and its worker. */
import type { Hint, Moment } from "../engine/hint.ts";
import type { Answer, Attempt, Failure, Lesson, LessonPlace, LessonTurn, MakeTable, Place, Review, Seated } from "../protocol";
import type { Phrase } from "../engine/table.ts";
import type { Wish } from "../socket";
import type { Fields } from "../words";

/** A table of this device: `names` are those of everybody who shares the screen. */
export type LocalPlan = MakeTable & { names?: (string | null)[] };
/** A lesson's turn before it is put into words. */
export type LessonStep = Omit<LessonTurn, "wants"> & { actions: string[]; steps: Phrase[] };

/** The verdicts on a finished game's moves so far: `done` of `total` are judged, each in so many `worlds`; without those sent before. */
export interface Judgement {
  done: number;
  total: number;
  worlds: number;
  moments: Moment[];
}
/** What a seat may know, as a record of its game. */
export interface Sight {
  game: string;
  seat: number;
  record: Uint8Array;
}

export interface Calls {
  make(plan: LocalPlan): Seated;
  mine(tables: string[]): Place[];
  forget(table: string): null;
  review(table: string, game: number, seat: number | "open"): Review;
  judgement(notation: string, since: number): Judgement;
  advise(sight: Sight): Hint; // what a strong player would do at a seat whose turn it is
  answer(sight: Sight, question: Fields): Fields;
  warn(sight: Sight, action: string): Phrase[]; // of an allowed action
  lesson(game: string): Lesson;
  attempt(game: string, what: Attempt): LessonStep;
  inquire(game: string, question: Fields, at: LessonPlace | null): Fields;
  save(table: string): string; // as notation
  bring(text: string, name: string): Seated; // a saved game
  open(table: string, pace: number): null;
  show(table: string, seat: number): null; // turn the table to a seat
  look(table: string): Sight; // of whoever looks at it
  send(table: string, id: string, wish: Wish): null;
  close(table: string): null;
}

export type Call = { [Name in keyof Calls]: { number: number; call: Name; given: Parameters<Calls[Name]> } }[keyof Calls];
/** Who is looking at the table: a seat, or nobody while it is handed over. */
export interface Looking {
  seat: number;
  covered: boolean;
  name: string;
}
export type Reply = { number: number; found: unknown } | { number: number; failure: Failure } | { table: string; answer: Answer; fresh: boolean } | { table: string; looking: Looking };
