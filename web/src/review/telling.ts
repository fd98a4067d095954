/** Judged moves in words and numbers. */
import type { Estimate, Moment } from "../engine/hint";
import type { PastMove } from "../protocol";
import { settings } from "../settings.svelte";
import { hint } from "../room/hints";
import { minus, type Names, type Words } from "../words";
import { say } from "../say.svelte";

/** A share of the win in percent, a team's result as it is. */
export function amount(value: number, team: boolean): string {
  return minus(new Intl.NumberFormat(settings.language, team ? { maximumFractionDigits: 1, minimumFractionDigits: 1 } : { style: "percent" }).format(value));
}

/** A number and how sure it is. */
export const unsure = ({ mean, error }: Estimate, team: boolean) => `${amount(mean, team)} ± ${amount(error, team)}`;

/** What the strong player would have done and why, with what it would have gained. */
export const better = (moment: Moment, words: Words, team: boolean) =>
  say("review_better", { hint: hint(moment, words), gain: amount(moment.gain.mean, team), error: amount(moment.gain.error, team) });

/** What was played, and what that did to the chances. */
export function told(moment: Moment, move: PastMove | undefined, words: Words, names: Names, team: boolean): string {
  const sentences = (move?.events ?? []).filter(({ seat }) => seat === moment.seat).map((event) => words.event(event, -1, names)).join(" ");
  return say("review_told_move", { number: moment.number + 1, told: sentences || (move?.said ?? ""), before: amount(moment.before.mean, team), after: amount(moment.after.mean, team) });
}
