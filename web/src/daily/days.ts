/** The deals of the day this device played: today's table, and the days that were played to their end. */
import { store, stored } from "../stored";
import { heldAt } from "../tickets";
import type { Words } from "../words";
import type { End } from "../protocol";

interface Kept {
  date: string; // of the last table
  table: string;
  days: string[];
}
const DAY = 86_400_000;
const REMEMBERED = 400; // days

/** What is kept of a game, whatever stands in the storage. */
function keptOf(game: string): Kept {
  const { date = "", table = "", days } = stored<Partial<Kept> | null>(`daily.${game}`, null) ?? {};
  return { date, table, days: Array.isArray(days) ? days : [] };
}

/** The table of a day's deal, if this device made one and still holds its seat. */
export function tableOn(game: string, date: string): string | null {
  const kept = keptOf(game);
  return kept.date === date && heldAt(kept.table).key ? kept.table : null;
}

/** Remember the table of a day's deal. */
export const begin = (game: string, date: string, table: string) => store(`daily.${game}`, { ...keptOf(game), date, table });

/** Remember that a day's deal was played to its end. */
export function finish(game: string, date: string): void {
  const kept = keptOf(game);
  const days = [...new Set([...kept.days, date])].sort().slice(-REMEMBERED);
  store(`daily.${game}`, { ...kept, days });
}

/** Whether a day's deal was played to its end. */
export const finished = (game: string, date: string) => keptOf(game).days.includes(date);

const later = (date: string, days: number) => new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10);

/** How many days in a row, up to and with this one, were played. */
export function streak(game: string, date: string): number {
  return rowOf(new Set(keptOf(game).days), date);
}
function rowOf(days: Set<string>, date: string): number {
  let count = 0;
  while (days.has(later(date, -count))) count += 1;
  return count;
}

/** How many days in a row had a deal of any of these games; today may still come. */
export function inARow(games: string[], today: string): number {
  const days = new Set(games.flatMap((game) => keptOf(game).days));
  return rowOf(days, days.has(today) ? today : later(today, -1));
}

/** The week of a day, from Monday on. */
export function weekOf(date: string): string[] {
  const monday = -((new Date(date).getUTCDay() + 6) % 7);
  return Array.from({ length: 7 }, (_, day) => later(date, monday + day));
}

/** A day of the week in a letter or two. */
export const weekday = (date: string, language: string) => new Intl.DateTimeFormat(language, { weekday: language === "de" ? "short" : "narrow", timeZone: "UTC" }).format(new Date(date));

/** A date as one says it: `15 November`, `15. November`, `15 novembre`. */
export function written(date: string, language: string): string {
  return new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, { day: "numeric", month: "long", timeZone: "UTC" }).format(new Date(date));
}

/** A line to share: what was played, and how it went; the same as in the terminal. */
export function result(words: Words, date: string, seat: number, { scores, winners }: End): string {
  const [, month, day] = date.split("-").map(Number);
  const together = [scores[seat], ...scores.filter((_, other) => other !== seat)].join(" : ");
  return words.say(winners.includes(seat) ? "daily.won" : "daily.lost", { date: `${day}.${month}.`, name: words.say("name"), score: scores[seat], scores: together });
}
