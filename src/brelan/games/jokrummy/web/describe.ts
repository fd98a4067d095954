/** Programmes and cards in words and signs. */
import type { Words } from "$page/words";
import type { Wanted } from "./sight";
import { say } from "./say";

/** A group of a programme in words. */
export function describe({ kind, length, suit, rank }: Wanted, words: Words): string {
  if (kind === "mixed") return words.say("table.mixed", { length });
  if (kind === "run") return suit ? words.say("table.run_of", { length, suit }) : words.say("table.run", { length });
  return rank ? words.say("table.set_of", { length, rank }) : words.say("table.set", { length });
}

const SIGNS: Record<string, string> = { C: "♣\uFE0E", D: "♦\uFE0E", H: "♥\uFE0E", S: "♠\uFE0E" };
const KINDS = { S: "run", M: "mixed", K: "set" } as const;
const GROUP = /\b(\d+)x([SMK])(\d+)(?:=(10|[2-9AJQK]))?([CDHS])?(?![\w=])/g;
const CARD = /\b(JK|(?:10|[2-9AJQK])[CDHS])(?:=(10|[2-9AJQK])([CDHS])?)?(?!\w)/g;

/** `10S` as `10♠`, `2D=7` as `2♦ as 7`. */
function card(words: Words, name: string, rank?: string, suit?: string): string {
  const plain = name === "JK" ? say("joker") : `${words.name("rank", name.slice(0, -1))}${SIGNS[name.slice(-1)]}`;
  return rank ? say("stands_for", { wild: plain, card: `${words.name("rank", rank)}${suit ? SIGNS[suit] : ""}` }) : plain;
}

/** A text with its notation, as it is read: `2xK3` as `2 × 3 of one rank`. */
export function readable(text: string, words: Words): string {
  const group = (_: string, times: string, kind: string, length: string, rank = "", suit = "") => {
    const told = describe({ kind: KINDS[kind as "K"], length: Number(length), suit, rank }, words);
    return Number(times) > 1 ? `${times} × ${told}` : told;
  };
  return text.replace(/\+(?=\d+x[SMK])/g, " + ").replace(GROUP, group).replace(CARD, (_, name: string, rank?: string, suit?: string) => card(words, name, rank, suit));
}
