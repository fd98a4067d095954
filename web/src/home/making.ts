/** Making a table, and going there. */
import { makeTable, RequestRefused } from "../api";
import { whereabouts } from "../address.svelte";
import { wordsOf } from "../catalogues.svelte";
import type { LocalPlan } from "../pocket/calls";
import { wonOnce } from "../progress";
import type { GameFacts, MakeTable } from "../protocol";
import { errorKey } from "../room.svelte";
import { say } from "../say.svelte";
import { settings } from "../settings.svelte";
import { store, stored } from "../stored";
import { keep } from "../tickets";
import { toasts } from "../toasts.svelte";

/** Whom one plays against: bots of one level at all seats but one's own. */
export interface Against {
  seats: number;
  level: string;
}

/** Make a table and sit down at it. Returns its name, or null if it was refused, which is said. */
export async function sitAt(plan: LocalPlan): Promise<string | null> {
  try {
    const seated = await makeTable(plan);
    keep(seated.table, { key: seated.key, invitation: seated.invitation });
    whereabouts.visit(seated.table);
    return seated.table;
  } catch (refusal) {
    const failure = refusal instanceof RequestRefused ? refusal.failure : { error: "busy", clause: "" };
    const clause = failure.clause ? wordsOf(plan.game)?.clause(failure.clause, "setup") : "";
    toasts.show(clause || say(errorKey(failure.error)));
    return null;
  }
}

/** So many seats, oneself at the first and bots at the others. */
export function againstBots(game: string, seats: number, level: string | null): MakeTable {
  const people = Array.from({ length: seats }, (_, seat) => (seat === 0 ? null : level));
  return { game, name: settings.name || say("guest"), people };
}

/** Whom one plays against in a game: whom one chose here, or at first easy ones; one's own team is never weak. */
export function againstOf({ name, team, usual, least, most, levels }: GameFacts): Against {
  const chosen = stored<Partial<Against>>(`against.${name}`, {});
  const first = !team && !wonOnce(name) ? "easy" : "medium";
  const level = [chosen.level, first].find((one) => one !== undefined && levels.includes(one)) ?? levels[0] ?? "";
  const seats = Number.isInteger(chosen.seats) ? Number(chosen.seats) : usual;
  return { seats: Math.min(most, Math.max(least, seats)), level };
}

/** Keep whom one wants to play against. */
export const keepAgainst = (game: string, against: Against) => store(`against.${game}`, against);

/** A table against them; by gentler options until the game was won once. */
export function planned({ name, gentle }: GameFacts, { seats, level }: Against): MakeTable {
  return { ...againstBots(name, seats, level), options: wonOnce(name) ? {} : gentle };
}

/** How bots are called: by their seats, as at the table. */
export const botName = (seat: number) => say(`bot_${(seat % 6) as 0}`);

/** Names as one says them: `Ada, Blaise and Carl`. */
export const listed = (names: string[]) => new Intl.ListFormat(settings.language === "en" ? "en-GB" : settings.language, { type: "conjunction" }).format(names);

/** The address of a server as people write it, with or without `http://`; null if it is none. */
export function addressOf(written: string): string | null {
  const text = written.trim();
  try {
    const url = new URL(/^https?:\/\//i.test(text) ? text : `http://${text}`);
    return /^[\w.-]+$|^\[[\da-f:]+\]$/i.test(url.hostname) ? url.href : null;
  } catch {
    return null;
  }
}
