/** What games add of their own to a table of the page: `own.ts` of a game's web folder. */
import { OWN } from "$generated/all.own";
import { Engine } from "../engine/engine.ts";
import type { Said, Table } from "../engine/table.ts";
import type { Fields } from "../words";
import type { Reads } from "./localroom.ts";

export interface Own {
  /** A whole move in the game's own shape as a list of actions, or null if it is none. */
  read?(table: Table, said: Said): string[] | null;
  /** The answer to a question about what a seat sees, or null; without a table only the engine is there. */
  answer?(engine: Engine, table: Table | null, seat: number, question: Fields): Fields | null;
}

/** How a game's moves are read. */
export const readsOf = (game: string): Reads => (table, said) => OWN[game]?.read?.(table, said) ?? said;

/** The answer of a game to a question, or null. */
export function answerOf(what: Table | Engine, seat: number, question: Fields): Fields | null {
  const [engine, table] = what instanceof Engine ? [what, null] : [what.engine, what];
  return OWN[engine.facts.name]?.answer?.(engine, table, seat, question) ?? null;
}
