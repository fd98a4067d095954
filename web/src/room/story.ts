/** What happened, in sentences. */
import type { Entry } from "../protocol";
import type { Room } from "../room.svelte";
import { say, type Key } from "../say.svelte";
import type { Words } from "../words";

const TOLD: Record<string, Key> = {
  sat: "told_sat",
  dealt: "told_dealt",
  took_back: "told_took_back",
  left: "told_left",
  returned: "told_returned",
  filled: "told_filled",
};

/** The sentences of one entry, as this viewer may know it. */
export function sentences(entry: Entry, words: Words, room: Room): string[] {
  const who = entry.seat === null ? "" : (room.names[entry.seat] ?? "");
  if (entry.what === "said") return [say("told_said", { who, text: entry.text ?? "" })];
  const events = (entry.events ?? []).map((event) => words.event(event, room.seat, room.names));
  const key = TOLD[entry.what];
  return key && !(entry.what === "dealt" && events.length) ? [say(key, { who }), ...events] : events;
}

/** Whose turn it is, in a sentence. */
export function turnSentence(room: Room): string {
  const scene = room.scene;
  if (!scene || scene.end) return say("is_over");
  if (room.mine) return say("your_turn");
  return scene.at < 0 ? say("between_rounds") : say("turn_of", { who: room.names[scene.at] ?? "" });
}
