/** The log in chapters: a trick, a turn, a round. Cards are cards, what is told besides is a sentence. */
import { aboutOf } from "../games";
import type { About, Shown } from "../games/game";
import type { Entry } from "../protocol";
import type { Room } from "../room.svelte";
import type { Fields, Words } from "../words";
import { open, sentences } from "./story";

export interface Bit {
  seat: number | null;
  line: string; // what is told; a card says it to a screen reader
  shown?: Shown; // as cards
  points?: { plus: number; total: number };
  heap?: number; // so many cards lie face down
}
export interface Chapter {
  id: string;
  seat: number | null; // whose turn it was, if it is one seat's
  spoken: boolean;
  bits: Bit[];
  folded: string[]; // what is only counted
}

/** The cards of an event: the game's own, or the one that lies at the seat. */
function shownOf(about: About, event: Fields, words: Words): Shown | undefined {
  const own = about.shown?.(event);
  const card = own ?? about.bubble(event, words);
  return typeof card === "number" ? { cards: [card] } : own;
}

/** What happened, in chapters; while the game runs, what does not lie open any more lies there face down where the game wants it so. */
export function chaptersOf(room: Room, words: Words): Chapter[] {
  const about = aboutOf(room.scene?.game ?? "");
  const chapters: Chapter[] = [];
  room.entries.forEach((entry) => {
    if (!room.heard(entry)) return;
    for (const { event, line } of told(entry, words, room)) {
      if (event && about.untold?.includes(String(event.event))) continue;
      const last = chapters.at(-1);
      const spoken = entry.what === "said";
      const points = event && about.tally?.(event);
      const breaks = about.chapter ? event && about.chapter(event) && !(points && last?.bits.some((bit) => bit.points)) : entry.seat !== last?.seat;
      if (!last || spoken || last.spoken || breaks) chapters.push({ id: `${entry.number}.${chapters.length}`, seat: spoken || !about.chapter ? entry.seat : null, spoken, bits: [], folded: [] });
      const now = chapters.at(-1)!;
      const shown = event && entry.seat === event.seat ? shownOf(about, event, words) : undefined;
      const covered = event && !open(event, room);
      if (event && about.folded?.events.includes(String(event.event))) now.folded.push(line);
      else if (covered) cover(chapters, entry.seat);
      else now.bits.push({ seat: event ? ((event.seat as number | undefined) ?? null) : entry.seat, line, ...(shown ? { shown } : {}), ...(points ? { points } : {}) });
    }
  });
  return chapters;
}

/** A card that nobody may look at any more: turns of which nothing else is left are one heap. */
function cover(chapters: Chapter[], seat: number | null): void {
  const now = chapters.at(-1)!;
  const bare = !now.bits.length;
  const found = bare ? chapters.findLast(({ bits }) => bits.length) : now;
  const top = found?.bits.at(-1);
  if (top?.heap && !(bare && found!.bits[1])) {
    top.shown = { sign: `${++top.heap} ×`, cards: [null] };
    if (found!.seat !== seat) found!.seat = top.seat = null;
    if (bare && !now.folded.length) chapters.pop();
  } else now.bits.push({ seat, line: "", heap: 1, shown: { sign: "·", cards: [null] } });
}

/** The events of an entry with their sentences; what is no event of the game stands alone. */
function told(entry: Entry, words: Words, room: Room): { event: Fields | null; line: string }[] {
  const lines = sentences(entry, words, room);
  const events = entry.events ?? [];
  const before = lines.length - events.length;
  return lines.map((line, i) => ({ event: i < before ? null : (events[i - before] ?? null), line }));
}
