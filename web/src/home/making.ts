/** Making a table, and going there. */
import { makeTable, RequestRefused } from "../api";
import { whereabouts } from "../address.svelte";
import { wordsOf } from "../catalogues.svelte";
import type { LocalPlan } from "../pocket/calls";
import type { GameFacts, MakeTable } from "../protocol";
import { errorKey } from "../room.svelte";
import { say } from "../say.svelte";
import { settings } from "../settings.svelte";
import { keep } from "../tickets";
import { toasts } from "../toasts.svelte";

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

/** A table as most would make it. */
export function usual(game: GameFacts): MakeTable {
  const level = game.levels.includes("medium") ? "medium" : (game.levels[0] ?? null);
  return againstBots(game.name, game.usual, level);
}
