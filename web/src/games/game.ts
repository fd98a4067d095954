/** What the room wants to know of a game's web folder; web/README.md says how one plugs in. */
import type { Component } from "svelte";
import type { Mood, Who } from "../parts/faces";
import type { Sign } from "../parts/Icon.svelte";
import type { Room } from "../room.svelte";
import type { Sound } from "../sound";
import type { Fields, Words } from "../words";

/** What stands beside a name at the table. */
export interface SeatFacts {
  cards: number | null; // in hand
  score?: number;
  goal?: number; // a score that is shown as pips, of so many
  mark?: { icon: Sign; label: string }; // a sign on the player's disk
  out?: boolean; // does not take part for now
}

/** A room whose game is known: what arrives over the wire gets its type here and nowhere else. */
export type RoomOf<View, Event> = { readonly view: View; readonly news: readonly Event[] } & Room;

type Named = { readonly event: string };
/** The events of some kinds. */
export function told<Event extends Named, Kind extends Event["event"]>(news: readonly Event[], ...kinds: readonly Kind[]): Extract<Event, { readonly event: Kind }>[] {
  return news.filter((event): event is Extract<Event, { readonly event: Kind }> => (kinds as readonly string[]).includes(event.event));
}

/** Small cards of the log, and a sign before them. */
export interface Shown {
  cards: readonly (number | null)[];
  sign?: string;
}

export interface About<View = Fields, Event = Fields> {
  samples: readonly [number | null, number | null, number | null]; // three cards for the home page; null is a back
  /** The levels of exercises in class; their names are in the texts, under print.levels. */
  tasks?: readonly string[];
  /** What stands beside a name. */
  seat(view: View, seat: number, words: Words): SeatFacts;
  /** The cards a seat holds, where they may be seen. */
  hand(view: View, seat: number): readonly number[];
  /** How a reader says a card. */
  label(card: number, words: Words): string;
  /** What is shown at a seat of an event: a card, or a word or two; nothing for most. */
  bubble(event: Event, words: Words): number | string | undefined;
  /** What a bot says about an event of its own, if it owes somebody a word. */
  excuse?(event: Event): string | undefined;
  /** The small cards of an event in the log, with a sign before them (null is a back); else the card of the bubble. */
  shown?(event: Event): Shown | undefined;
  /** Events the log leaves out: their neighbours say it. */
  untold?: readonly string[];
  /** An event that begins a new chapter of the log: a trick, a round. Without it, a chapter is what one seat does in a row. */
  chapter?(event: Event): boolean;
  /** Events that the log folds into one line with a sign: they were seen on the table. */
  folded?: { events: readonly string[]; icon: Sign };
  /** What an event writes down in points. */
  tally?(event: Event): { plus: number; total: number } | undefined;
  /** Where a step begins and ends: a card of the hand, and a selector of what in the middle takes it. */
  path?(step: string, actions: readonly string[]): { card?: number; place?: string | undefined; move?: string; told?: string | undefined };
  /** How a seat takes an event that everybody saw; nothing for most. A face never tells a hand. */
  mood?(event: Event, seat: number, view: View): Extract<Mood, "glad" | "worried"> | undefined;
  /** Notation in an event or a hint, as a reader wants it: signs and words. */
  readable?(text: string, words: Words): string;
  /** The sound of an event that has one of its own; a trick with its points. */
  sound?(event: Event): { sound: Sound; count?: number } | undefined;
  /** Whether what an event showed still lies open: else the log has its card face down while the game runs. */
  lies?(event: Event, view: View): boolean;
  /** The warnings a player is asked about before the move is played. */
  serious?: readonly string[];
  /** How the result is told in a line, where a number alone does not say it. */
  result?(view: View, scores: number[]): string;
  /** How far all came together, where they play together. */
  reached?(view: View): { done: number; of: number };
  /** A player's result at the end, where the number alone does not say what it counts. */
  points?(score: number, words: Words): string;
}

/** What stands beside a clause of the rules: rows of cards, with signs between them. */
export type Pictures = Record<string, (number | string)[][]>;

/** A piece of a picture: a card (null is a back), a sign, a card that is lit or dim, a place for a card, a bot, a bar with its goal. */
export type Piece = number | null | string | { lit: number } | { dim: number } | { place: string } | { bar: string } | { bot: Who; mood?: Mood; out?: boolean };
/** One of the pictures the rules begin with: rows of pieces; under `told`, a text under `pictures` for each row. */
export interface Panel {
  rows: readonly (readonly Piece[])[];
  told?: readonly string[];
  step?: string; // the step of the lesson, one that is only read, in which it is shown too
}

export type Face = Component<{ card: number }>;
export type Back = Component;
export type TableComponent = Component<{ room: Room }>;
/** A page of its own, without a table. */
export type PracticeComponent = Component<{ words: Words; course?: Course | undefined }>;

/** How far somebody is with an exercise, in the game's own short texts. */
export interface Done {
  exercise: number;
  text: string;
  helps: number;
  slips: number;
  seconds: number;
  solved: boolean;
  answer: string;
}
/** Exercises that are given: which level, what they follow from, the number of the first one, and whom to tell. */
export interface Course {
  level: string;
  seed: number;
  first: number;
  tell(done: Done): void;
}

/** What a web folder has; whatever is missing is plain. */
export interface Parts<View = Fields, Event = Fields> {
  Face?: Face;
  Back?: Back;
  about?: About<View, Event>;
  pictures?: Pictures;
  panels?: readonly Panel[];
  table?: () => Promise<{ default: Component<{ room: RoomOf<View, Event> }> }>;
  practice?: () => Promise<{ default: PracticeComponent }>;
}
