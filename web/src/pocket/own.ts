/** What games add of their own to a table of the page: how a whole move is read, and answers to questions. */
import type { Engine } from "../engine/engine.ts";
import type { Said, Table } from "../engine/table.ts";
import type { Fields } from "../words";
import type { Reads } from "./localroom.ts";

/** How a game's moves are read. */
export const readsOf = (_game: string): Reads => (_table: Table, said: Said) => said;

/** The answer of a game to a question, or null. */
export const answerOf = (_what: Table | Engine, _seat: number, _question: Fields): Fields | null => null;
