/** A table as this page knows it: the scene, what happened, and everything a player can do. Games read it and play through it. */
import type { Component } from "svelte";
import { sightAt } from "./api";
import { fetchWords, wordsOf } from "./catalogues.svelte";
import type { Hint } from "./engine/hint";
import type { Phrase } from "./engine/table";
import { aboutOf } from "./games";
import { pocket } from "./pocket/pocket";
import { ERRORS, type Answer, type Entry, type Failing, type Play, type Refused, type Scene } from "./protocol";
import { countGame } from "./progress";
import { RequestRefused } from "./refused";
import { say } from "./say.svelte";
import { noteHand, stepOf } from "./shuffle";
import { play as sound } from "./sound";
import { TableSocket, type Line, type Wish } from "./socket";
import { store, stored } from "./stored";
import { toasts } from "./toasts.svelte";
import type { Fields, Words } from "./words";

const REMEMBERED = 300; // entries kept for the log at least; it is cut when there are twice as many, as that moves it
const WARNED = 1000; // milliseconds a move waits at the most to hear what speaks against it
const HEARD = 8000; // milliseconds for which somebody's words stand at the seat
export const DEAF: Wire = { send: () => "", close: () => {}, advise: async () => null, answer: async () => null, warn: async () => [] };

/** A room's connection: a socket to the server, a table of this device, or a lesson. */
export interface Wire {
  send(wish: Wish): string;
  close(): void;
  /** What a strong player would do here, or null. */
  advise(): Promise<Hint | null>;
  /** The game's answer to a question about what the seat sees, or null. */
  answer(question: Fields): Promise<Fields | null>;
  /** What the player should know before playing an allowed action. */
  warn(action: string): Promise<Phrase[]>;
}

export class Room {
  scene = $state.raw<Scene | null>(null);
  entries = $state.raw<Entry[]>([]);
  latest = $state.raw<Entry[]>([]); // what the last update brought
  line = $state<Line>("opening");
  closing = $state(0); // why the line is gone for good
  waiting = $state(false); // a move is under way
  hint = $state.raw<Hint | null>(null);
  spoken = $state.raw<Entry | null>(null); // what somebody else just said
  warned = $state.raw<{ move: Play["move"]; warnings: Phrase[] } | null>(null); // a move the game warns of
  offer = $state.raw<Component<{ table: string; ondone(): void }> | null>(null); // to be told of one's turn
  unheard = $state.raw<number[]>([]); // seats whose words this device does not show
  #wire: Wire = DEAF;
  #moves = new Set<string>();
  #step = ""; // what this device said last to the coming shuffle
  #quiet = new Set<string>(); // what nobody asked for: its refusal is not shown

  constructor(
    readonly table: string,
    readonly past = false, // only looked at: nothing is played here any more
  ) {
    this.unheard = stored<number[]>(`unheard.${table}`, []);
  }

  /** Sit down (with a key) or watch. */
  open(key: string | null): void {
    const socket = new TableSocket(this.table, key, {
      onAnswer: (answer) => this.hear(answer),
      onLine: (line, code) => {
        this.line = line;
        this.closing = code;
      },
    });
    const sight = (patience: AbortSignal | null = null) => sightAt(this.table, key, this.scene?.game ?? "", this.seat, patience);
    this.#wire = {
      send: (wish) => socket.send(wish),
      close: () => socket.close(),
      advise: async () => pocket("advise", await sight()),
      answer: async (question) => pocket("answer", await sight(), question),
      warn: async (action) => pocket("warn", await sight(AbortSignal.timeout(WARNED)), action),
    };
  }

  /** Use another connection than a socket. */
  join(wire: Wire): void {
    this.#wire = wire;
    this.line = "open";
  }

  /** Leave the room. */
  close(): void {
    this.#wire.close();
    this.#wire = DEAF;
  }

  // state

  /** Your own seat, -1 for a watcher. */
  get seat(): number {
    return this.scene?.seat ?? -1;
  }
  /** Whether you have a seat at the table. */
  get seated(): boolean {
    return this.seat >= 0;
  }
  /** The seat at the bottom: your own; watchers look from seat 0, without a hand. */
  get near(): number {
    return Math.max(this.seat, 0);
  }
  /** Whether it is your turn. */
  get mine(): boolean {
    return !this.past && this.seated && this.scene?.at === this.seat && !this.scene.people[this.seat]?.level;
  }
  /** The single actions allowed now, in notation. */
  get allowed(): string[] {
    return this.mine ? (this.scene?.allowed ?? []) : [];
  }
  /** Everything you may see of the game, or null before all seats are taken. */
  get view(): Fields | null {
    return this.scene?.view ?? null;
  }
  /** The players' names, by seat. */
  get names(): string[] {
    return (this.scene?.people ?? []).map((person, seat) => person.name ?? (person.level ? say(`bot_${(seat % 6) as 0}`) : say("seat_name", { seat: seat + 1 })));
  }
  /** The game's own texts, or null while they are loading. */
  get words(): Words | null {
    return this.scene ? wordsOf(this.scene.game) : null;
  }
  /** The other seats, clockwise from your own. */
  get others(): number[] {
    const count = this.scene?.people.length ?? 0;
    return Array.from({ length: count }, (_, step) => (this.near + step) % count).filter((seat) => !this.seated || seat !== this.seat);
  }
  /** The game's events of the last update. */
  get news(): Fields[] {
    return this.latest.flatMap((entry) => entry.events ?? []);
  }

  // commands

  /** Play a move: notation, or any form the game can read. If the game warns against it, ask the player first. */
  play(move: Play["move"]): void {
    if (!this.scene || this.waiting) return;
    this.hint = this.warned = null;
    const serious = aboutOf(this.scene.game)?.serious;
    if (serious && typeof move === "string" && this.allowed.includes(move)) void this.#consider(move, serious);
    else this.#send(move, this.scene.turn);
  }
  /** Play an action unless this device has a serious objection; if it cannot tell, play it. */
  async #consider(action: string, serious: readonly string[]): Promise<void> {
    const turn = this.scene?.turn ?? 0;
    this.waiting = true;
    const warnings = (await this.#wire.warn(action).catch(() => [])).filter(({ key }) => serious.includes(key));
    this.waiting = this.#moves.size > 0;
    if (!warnings.length) this.#send(action, turn);
    else if (this.scene?.turn === turn) this.warned = { move: action, warnings };
  }
  #send(move: Play["move"], turn: number): void {
    this.#await(this.#wire.send({ kind: "play", turn, move }));
  }
  /** Play the move the game warned against. */
  playAnyway(): void {
    if (!this.warned || !this.scene || this.waiting) return;
    this.#send(this.warned.move, this.scene.turn);
    this.warned = null;
  }
  /** Give a signal. */
  signal(signal: string): void {
    this.#wire.send({ kind: "signal", signal });
  }
  /** Say something to the table. */
  say(text: string): void {
    this.#wire.send({ kind: "say", text });
  }
  /** Whether a seat's chat is shown: a device can mute seats for itself. */
  heard(entry: Entry): boolean {
    return entry.what !== "said" || entry.seat === null || !this.unheard.includes(entry.seat);
  }
  /** Mute a seat's chat on this device, or unmute it. */
  mute(seat: number): void {
    this.unheard = this.unheard.includes(seat) ? this.unheard.filter((other) => other !== seat) : [...this.unheard, seat];
    store(`unheard.${this.table}`, this.unheard.length ? this.unheard : null);
  }
  /** Deal the next round. */
  goOn(): void {
    if (this.scene && !this.waiting) this.#await(this.#wire.send({ kind: "go_on", turn: this.scene.turn }));
  }
  /** Play again. */
  rematch(): void {
    if (!this.waiting) this.#await(this.#wire.send({ kind: "rematch" }));
  }
  /** Send any other command of the protocol. */
  ask(wish: Wish): void {
    this.#wire.send(wish);
  }
  /** Show what a strong player would do, computed on this device from what the seat may know. */
  async advise(): Promise<void> {
    const turn = this.scene?.turn;
    try {
      const hint = await this.#wire.advise();
      if (this.scene?.turn === turn) this.hint = hint;
    } catch (refusal) {
      this.#refused({ kind: "refused", id: null, ...(refusal instanceof RequestRefused ? refusal.failure : { error: "busy" }) });
    }
  }
  /** Ask the game about what the seat sees; null if it has no answer. */
  inquire(question: Fields): Promise<Fields | null> {
    return this.#wire.answer(question).catch(() => null);
  }
  #await(id: string): void {
    this.#moves.add(id);
    this.waiting = true;
  }

  // messages from the server

  /** Handle a message from the server. */
  hear(answer: Answer): void {
    if ("id" in answer && answer.id && this.#moves.delete(answer.id)) this.waiting = this.#moves.size > 0;
    if (answer.kind === "update") this.#update(answer.scene, answer.entries);
    else if (answer.kind === "presence") this.#presence(answer.here, answer.watchers);
    else if (answer.kind === "refused") this.#refused(answer);
  }

  #update(scene: Scene, entries: Entry[]): void {
    const before = this.scene;
    const known = this.entries.at(-1)?.number ?? -1;
    const fresh = entries.filter((entry) => entry.number > known);
    this.scene = scene;
    const all = [...this.entries, ...fresh];
    this.entries = all.length > 2 * REMEMBERED ? all.slice(-REMEMBERED) : all;
    this.latest = before ? fresh : [];
    if (before?.turn !== scene.turn) this.hint = this.warned = null;
    void fetchWords(scene.game);
    this.#shuffle(scene);
    if (scene.view && scene.shuffle && scene.seat >= 0) noteHand(scene, aboutOf(scene.game)?.hand(scene.view, scene.seat) ?? []);
    if (before) {
      this.#sound(before, scene, fresh);
      this.#listen(fresh.findLast((entry) => entry.what === "said" && entry.seat !== scene.seat && this.heard(entry)) ?? this.#excuse(scene, fresh));
    }
    countGame(scene);
  }

  /** What a bot has to say about what it just did. */
  #excuse(scene: Scene, fresh: readonly Entry[]): Entry | undefined {
    for (const entry of fresh.filter(({ seat }) => seat !== null && scene.people[seat]?.level)) {
      const text = (entry.events ?? []).map((event) => aboutOf(scene.game).excuse?.(event)).find(Boolean);
      if (text) return { ...entry, text };
    }
    return undefined;
  }

  #listen(said: Entry | undefined): void {
    if (!said) return;
    this.spoken = said;
    setTimeout(() => {
      if (this.spoken === said) this.spoken = null;
    }, HEARD);
  }

  /** If this device takes part in the shuffle, nobody else can choose the cards: see docs/shuffles.md. */
  #shuffle(scene: Scene): void {
    const step = stepOf(scene);
    if (step === "changed") toasts.show(say("cards_changed"));
    else if (step && this.#step !== (this.#step = JSON.stringify(step))) this.#quiet.add(this.#wire.send(step));
  }

  /** Play the sounds of an update: the end, or who did what, then your turn. */
  #sound(before: Scene, scene: Scene, fresh: Entry[]): void {
    if (scene.end && !before.end) return sound(scene.end.winners.includes(scene.seat) ? "win" : "loss");
    if (scene.view && !before.view) sound("deal", { count: aboutOf(scene.game).hand(scene.view, scene.seat).length });
    for (const { seat, events } of fresh.filter(({ what }) => what === "moved").slice(-1)) {
      const special = (events ?? []).map((event) => aboutOf(scene.game).sound?.(event)).find(Boolean);
      sound(special?.sound ?? "card", { pan: this.panOf(seat), others: seat !== scene.seat, count: special?.count ?? 0 });
    }
    if (this.mine && before.at !== scene.at) sound("turn");
  }
  /** The direction of a seat's sounds, from -0.6 (left) to 0.6 (right). */
  panOf(seat: number | null): number {
    const place = this.others.indexOf(seat ?? -1);
    return place < 0 || this.others.length < 2 ? 0 : 1.2 * (place / (this.others.length - 1)) - 0.6;
  }

  #presence(here: boolean[], watchers: number): void {
    if (!this.scene) return;
    const people = this.scene.people.map((person, seat) => ({ ...person, here: here[seat] ?? false }));
    this.scene = { ...this.scene, people, watchers };
  }

  #refused(refused: Refused): void {
    if (this.#quiet.delete(refused.id ?? "")) return;
    sound("refused");
    const reason = refused.clause && this.words ? this.words.clause(refused.clause) : "";
    if (reason) toasts.show(reason, refused.clause);
    else toasts.show(say(errorKey(refused.error)));
  }
}

/** The room's sentence for one of the protocol's errors. */
export const errorKey = (error: string): `error_${Failing}` => `error_${ERRORS.find((known) => known === error) ?? "busy"}`;
