/** What games add to pocket tables: `own.ts` in a game's web folder. */
import { OWN } from "$generated/all.own";
import type { Engine, Records } from "../engine/engine.ts";
import type { Said, Table } from "../engine/table.ts";
import type { Fields } from "../words";
import type { Reads } from "./localroom.ts";

export interface Own {
  /** A whole move in the game's own form as a list of actions, or null. */
  read?(table: Table, said: Said): string[] | null;
  /** The answer to a question about what a seat sees, or null; without a table there is no view. */
  answer?(engine: Engine, view: Records | null, seat: number, question: Fields): Fields | null;
}

/** How a game's moves are read. */
export const readsOf = (game: string): Reads => (table, said) => OWN[game]?.read?.(table, said) ?? said;

/** The answer of a game to a question, or null. */
export const answerOf = (engine: Engine, view: Records | null, seat: number, question: Fields) => OWN[engine.facts.name]?.answer?.(engine, view, seat, question) ?? null;
