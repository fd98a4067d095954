/** A group of a programme in words. */
import type { Words } from "../../words";
import type { Wanted } from "./sight";

export function describe({ kind, length, suit, rank }: Wanted, words: Words): string {
  if (kind === "mixed") return words.say("table.mixed", { length });
  if (kind === "run") return suit ? words.say("table.run_of", { length, suit }) : words.say("table.run", { length });
  return rank ? words.say("table.set_of", { length, rank }) : words.say("table.set", { length });
}
