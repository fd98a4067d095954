/** What happened, in sentences. */
import type { PageKey } from "$generated/all.texts";
import { aboutOf } from "../games";
import type { Entry } from "../protocol";
import type { Room } from "../room.svelte";
import { say } from "../say.svelte";
import type { Fields, Words } from "../words";

const ROOM = 80; // letters in two lines on a phone
const TOLD = ["sat", "withheld", "dealt", "took_back", "left", "returned", "filled"];

/** A text of the game as it is read here: some games speak in notation. */
export const readable = (text: string, words: Words, room: Room): string => aboutOf(room.scene?.game ?? "").readable?.(text, words) ?? text;

function legible(event: Fields, words: Words, room: Room): Fields {
  const read = (value: unknown): unknown => (Array.isArray(value) ? value.map(read) : typeof value === "string" ? readable(value, words, room) : value);
  return Object.fromEntries(Object.entries(event).map(([field, value]) => [field, field === "event" ? value : read(value)]));
}

/** The sentences of one entry, as this viewer may know it. */
export function sentences(entry: Entry, words: Words, room: Room): string[] {
  const who = entry.seat === null ? "" : (room.names[entry.seat] ?? "");
  if (entry.what === "said") return [say("told_said", { who, text: entry.text ?? "" })];
  const events = (entry.events ?? []).map((event) => words.event(legible(event, words, room), room.seat, room.names));
  return TOLD.includes(entry.what) && !(entry.what === "dealt" && events.length) ? [say(`told_${entry.what}` as PageKey, { who }), ...events] : events;
}

/** What happened since one's own last move; for a watcher, since the nearest seat's. */
export function sinceMine(room: Room): Entry[] {
  const own = room.entries.findLastIndex(({ what, seat }) => what === "moved" && seat === room.near);
  const dealt = room.entries.findLastIndex(({ what }) => what === "dealt");
  return room.entries.slice(Math.max(own, dealt) + 1);
}

/** Whether what an event showed may still be looked at. */
export const open = (event: Fields, { scene }: Room): boolean => !scene?.view || scene.end !== null || (aboutOf(scene.game).lies?.(event, scene.view) ?? true);

/** What the last update told: of its last entry who did what, and what came of it where the row has room for both. */
export function lastTold(room: Room): string {
  const { words } = room;
  const entry = room.latest.findLast(({ what }) => what !== "said");
  const [first = "", then = ""] = words && entry ? sentences(entry, words, room) : [];
  return first.length + then.length < ROOM ? `${first} ${then}`.trim() : first;
}

/** Whose turn it is, in a sentence. */
export function turnSentence(room: Room): string {
  const scene = room.scene;
  if (!scene || scene.end) return say("is_over");
  if (room.mine) return say("your_turn");
  return scene.at < 0 ? say("between_rounds") : say("turn_of", { who: room.names[scene.at] ?? "" });
}
