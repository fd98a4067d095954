/** Judged moves in words and numbers. */
import type { Estimate, Moment, PastMove } from "../protocol";
import { settings } from "../settings.svelte";
import type { Fields, Names, Words } from "../words";
import { say } from "../say.svelte";

/** A share of the win in percent, a team's result as it is. */
export function amount(value: number, team: boolean): string {
  return new Intl.NumberFormat(settings.language, team ? { maximumFractionDigits: 1, minimumFractionDigits: 1 } : { style: "percent" }).format(value);
}

/** A number and how sure it is. */
export const unsure = ({ mean, error }: Estimate, team: boolean) => `${amount(mean, team)} ± ${amount(error, team)}`;

function joined(words: Words, kind: "steps" | "reasons", phrases: readonly Fields[]): string {
  const said = phrases.map(({ key, fields }) => words.say(`${kind}.${String(key)}`, fields as Fields));
  const last = said.pop() ?? "";
  return said.length ? words.say(`hint.${kind}`, { first: said.join(", "), last }) : last;
}

/** What the strong player would have done and why, as src/brelan/core/text.py says a hint. */
export function hint({ actions, steps, reasons: why, sure }: Pick<Moment, "actions" | "steps" | "reasons"> & { sure?: string }, words: Words): string {
  const move = joined(words, "steps", steps) || words.say("hint.plain", { said: actions.join("; ") });
  const reasons = joined(words, "reasons", why);
  const said = reasons ? words.say("hint.because", { move, reasons }) : words.say("hint.bare", { move });
  const told = sure === "close" ? `${said} ${words.say("hint.close")}` : said;
  return told.charAt(0).toUpperCase() + told.slice(1);
}

/** The same with what it would have gained. */
export const better = (moment: Moment, words: Words, team: boolean) =>
  say("review_better", { hint: hint(moment, words), gain: amount(moment.gain.mean, team), error: amount(moment.gain.error, team) });

/** What was played, and what that did to the chances. */
export function told(moment: Moment, move: PastMove | undefined, words: Words, names: Names, team: boolean): string {
  const sentences = (move?.events ?? []).filter(({ seat }) => seat === moment.seat).map((event) => words.event(event, -1, names)).join(" ");
  return say("review_told_move", { number: moment.number + 1, told: sentences || (move?.said ?? ""), before: amount(moment.before.mean, team), after: amount(moment.after.mean, team) });
}
