/** The entries of a table's log on this device, which define it completely and are kept forever. */
import type { Options } from "../engine/options.ts";
import type { Past } from "../protocol";

/** What fixes the cards, as plain data; a seed may be longer than a number. */
export interface Dealt {
  seed: string;
  order?: number[] | null;
  dealer?: number | null;
  shuffle?: { secret: string; numbers: Record<string, string> } | null;
}
/** A table was created: a level is a bot, null is a person with a name. */
export interface Made {
  what: "made";
  game: string;
  version: number;
  people: (string | null)[];
  names: (string | null)[];
  options: Options;
  take_back: boolean;
  daily?: string;
  past?: Past | null;
}
export type Written =
  | Made
  | { what: "dealt"; deal: Dealt }
  | { what: "moved" | "signalled"; seat: number; said: string }
  | { what: "named" | "said"; seat: number; text: string }
  | { what: "took_back" | "left" | "returned" | "shared"; seat: number };

export interface Row {
  table: string;
  number: number;
  time: number; // seconds
  entry: Written;
}
