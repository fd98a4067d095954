/** The rounds of the score pad, read off what was told. */
import type { PadLine } from "./ScorePad.svelte";
import type { Entry } from "$page/protocol";
import { minus } from "$page/words";
import { say } from "./say";

const signed = (value: number) => (value > 0 ? "+" : "") + minus(value);

/** A line a round that is known here; the seats told together make a round. */
export function padLines(entries: readonly Entry[], seats: number): PadLine[] {
  const lines: PadLine[] = [];
  let round = 0;
  for (const entry of entries) {
    const events = entry.events ?? [];
    if (entry.what === "dealt") {
      lines.length = 0; // another game
      round = 0;
    }
    const dealt = events.find((event) => event.event === "dealt");
    if (dealt) round = Number(dealt.round) - 1;
    const scored = events.filter((event) => event.event === "scored");
    if (scored.length !== seats) continue;
    round += 1;
    const cells = scored.map((event) => ({
      main: signed(Number(event.gained)),
      small: event.marker || event.tens ? `${event.tricks}${event.marker ? "+1" : ""}${event.tens ? `−${event.tens}` : ""}` : "",
      mark: event.marker === 1,
    }));
    lines.push({ title: say("round_n", { round }), cells });
  }
  return lines;
}
