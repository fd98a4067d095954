/** Votes that are open, and what may be put to one: the first of them is shown in the rows of the sentence and the buttons. */
import type { Poll } from "../protocol";
import type { Room } from "../room.svelte";
import { say } from "../say.svelte";

export interface Asked {
  question: string;
  answers: { text: string; primary: boolean; act(): void }[];
}

export function pollIn(room: Room): Asked | null {
  const scene = room.scene;
  if (!scene || room.past || scene.end) return null;
  const vote = ({ about, seat }: Pick<Poll, "about" | "seat">, yes: boolean) => room.ask({ kind: "vote", about, yes, seat });
  const who = (seat: number) => ({ who: room.names[seat] ?? "" });
  const question = ({ about, seat }: Poll) => {
    if (about === "share" || seat === null) return say("poll_share");
    return say(about === "bot" ? "poll_bot" : scene.muted?.includes(seat) ? "poll_unmute" : "poll_mute", who(seat));
  };
  const poll = scene.polls.find(({ asked }) => asked.includes(room.seat)) ?? scene.polls[0];
  if (poll) {
    const votes = say("votes", { yes: poll.yes.length, all: poll.yes.length + poll.asked.length });
    const answers = [
      { text: say("no"), primary: false, act: () => vote(poll, false) },
      { text: say("yes"), primary: true, act: () => vote(poll, true) },
    ];
    return { question: `${question(poll)} ${votes}`, answers: poll.asked.includes(room.seat) ? answers : [] };
  }
  if (!room.seated) return null;
  const absent = scene.at >= 0 && scene.at !== room.seat ? scene.people[scene.at] : undefined;
  if (absent?.own && !absent.here && !absent.level)
    return { question: say("is_away", who(scene.at)), answers: [{ text: say("let_bot_play"), primary: false, act: () => vote({ about: "bot", seat: scene.at }, true) }] };
  return null;
}

/** Whether the win may be shared and nobody has asked yet. */
export const mayShare = (room: Room) => Boolean(room.scene?.may_share && room.seated && !room.scene.polls.some(({ about }) => about === "share"));
export const share = (room: Room) => room.ask({ kind: "vote", about: "share", yes: true, seat: null });
