/** What a strong player would do, in words. */
import type { Phrase } from "../engine/table";
import type { Words } from "../words";

export interface Advice {
  actions: readonly string[];
  steps: readonly Phrase[];
  reasons: readonly Phrase[];
}

function joined(words: Words, kind: "steps" | "reasons", phrases: readonly Phrase[]): string {
  const said = phrases.map(({ key, fields }) => words.say(`${kind}.${key}`, fields));
  const last = said.pop() ?? "";
  return said.length ? words.say(`hint.${kind}`, { first: said.join(", "), last }) : last;
}
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The move alone. */
const moveOf = ({ actions, steps }: Advice, words: Words) => joined(words, "steps", steps) || words.say("hint.plain", { said: actions.join("; ") });

/** The move in a short line. */
export const short = (advice: Advice, words: Words): string => capital(words.say("hint.bare", { move: moveOf(advice, words) }));

/** The reasons, a sentence each. */
export const reasons = (advice: Advice, words: Words): string[] => advice.reasons.map((reason) => capital(`${joined(words, "reasons", [reason])}.`));

/** Both in one sentence, as src/brelan/core/text.py says a hint. */
export function hint(advice: Advice, words: Words): string {
  const told = joined(words, "reasons", advice.reasons);
  return told ? capital(words.say("hint.because", { move: moveOf(advice, words), reasons: told })) : short(advice, words);
}
