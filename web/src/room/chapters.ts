/** The log in chapters: a trick, a turn, a round. Cards are cards, what is told besides is a sentence. */
import { aboutOf } from "../games";
import type { Entry } from "../protocol";
import type { Room } from "../room.svelte";
import type { Fields, Words } from "../words";
import { sentences } from "./story";

export interface Bit {
  seat: number | null;
  line: string; // what is told; a card says it to a screen reader
  card?: number;
  points?: { plus: number; total: number };
}
export interface Chapter {
  id: string;
  seat: number | null; // whose turn it was, if it is one seat's
  spoken: boolean;
  bits: Bit[];
  folded: string[]; // what is only counted
}

const FRESH = 4; // entries at the end of which everything is told

/** What happened, in chapters; what the game does not keep is told of the newest entries alone. */
export function chaptersOf(room: Room, words: Words): Chapter[] {
  const about = aboutOf(room.scene?.game ?? "");
  const fleeting = room.scene?.end ? [] : (about.fleeting ?? []);
  const chapters: Chapter[] = [];
  room.entries.forEach((entry, i) => {
    if (!room.heard(entry)) return;
    const kept = i >= room.entries.length - FRESH ? entry : { ...entry, events: (entry.events ?? []).filter(({ event }) => !fleeting.includes(String(event))) };
    for (const { event, line } of told(kept, words, room)) {
      const last = chapters.at(-1);
      const spoken = entry.what === "said";
      const points = event && about.tally?.(event);
      const breaks = about.chapter ? event && about.chapter(event) && !(points && last?.bits.some((bit) => bit.points)) : entry.seat !== last?.seat;
      if (!last || spoken || last.spoken || breaks) chapters.push({ id: `${entry.number}.${chapters.length}`, seat: spoken || !about.chapter ? entry.seat : null, spoken, bits: [], folded: [] });
      const now = chapters.at(-1)!;
      const shown = event && entry.seat === event.seat ? about.bubble(event, words) : undefined;
      if (event && about.folded?.events.includes(String(event.event))) now.folded.push(line);
      else now.bits.push({ seat: event ? ((event.seat as number | undefined) ?? null) : entry.seat, line, ...(typeof shown === "number" ? { card: shown } : {}), ...(points ? { points } : {}) });
    }
  });
  return chapters;
}

/** The events of an entry with their sentences; what is no event of the game stands alone. */
function told(entry: Entry, words: Words, room: Room): { event: Fields | null; line: string }[] {
  const lines = sentences(entry, words, room);
  const events = entry.events ?? [];
  const before = lines.length - events.length;
  return lines.map((line, i) => ({ event: i < before ? null : (events[i - before] ?? null), line }));
}
