/** A game's manifest, as `python -m brelan.build` writes it beside the engine: everything a shell knows about a game. */

export type Who = "public" | "remembered" | "owner" | "secret";

/** A field of the record. */
export interface FieldFacts {
  at: number; // bytes from the start
  type: "i1" | "i2";
  shape: number[];
  who: Who;
  counter: string | null;
}

/** A verb of the list of actions; ids run through the list in order, the last field fastest. */
export interface VerbFacts {
  verb: string;
  reveals: boolean;
  fields: Record<string, [number, string][]>;
}

/** A field of a sentence: how many numbers it takes, whether it is a list, and how they are shown. */
export interface SaidFacts {
  width: number;
  list: boolean;
  own: boolean; // only its seat may know it
  names?: Record<string, string>;
  spell?: string; // the entry point that spells it
  whole?: boolean; // the whole list is one text
}

export interface SentenceFacts {
  name: string;
  fields: Record<string, SaidFacts>;
}

export interface OptionFacts {
  name: string;
  kind: "switch" | "number" | "choice" | "several";
  values: unknown[];
  default: unknown;
  reads?: string; // the entry point that parses an item, if it can be a custom list
}

export interface LevelFacts {
  overlooks: number;
  trials: number;
  seconds: number;
}

export interface BotFacts {
  swing: number;
  clearly: number;
  short: boolean;
  learned: boolean;
  levels: Record<string, LevelFacts>;
}

export interface Facts {
  name: string;
  version: number;
  replays: number;
  sources: string;
  size: number;
  most: number;
  actions: VerbFacts[];
  signals: VerbFacts[];
  events: SentenceFacts[];
  phrases: Record<string, SentenceFacts[]>;
  options: OptionFacts[];
  seats: [number, number];
  usual: number;
  team: boolean;
  team_wins: number;
  shared_by: number;
  draws_dealer: boolean;
  one_pack: boolean;
  passes: string;
  fields: Record<string, FieldFacts>;
  bots: BotFacts | null;
  entries: Record<string, [string[], string]>; // those of browsers; `laboratory`, beside it, has what only Python calls
}

const FIRST_T = 100; // in rules, the common clauses T1, T2, .. are 101, 102, ..

/** `R5` for 5, `T2` for 102. */
export const clauseName = (number: number) => (number > FIRST_T ? `T${number - FIRST_T}` : `R${number}`);
