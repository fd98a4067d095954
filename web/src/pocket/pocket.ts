/** The page's side: a worker started on demand, and a wire to each of its tables. */
import { SOURCES } from "$generated/all.engines";
import { RequestRefused } from "../refused";
import type { Answer, Failure } from "../protocol";
import type { Wire } from "../room.svelte";
import type { Wish } from "../socket";
import { stored } from "../stored";
import type { Hint } from "../engine/hint";
import type { Phrase } from "../engine/table";
import type { Fields } from "../words";
import type { Calls, Looking, Reply } from "./calls.ts";

const PACE = 700; // milliseconds a bot takes for a move

type Waiting = { tell(found: unknown): void; fail(error: unknown): void };
interface Listener {
  onAnswer(answer: Answer, fresh: boolean): void;
  onLooking(looking: Looking): void;
}

let worker: Worker | null = null;
let asked = 0;
const waiting = new Map<number, Waiting>();
const listeners = new Map<string, Listener>();

function hear({ data }: MessageEvent<Reply>): void {
  if ("table" in data) {
    const listener = listeners.get(data.table);
    if ("looking" in data) listener?.onLooking(data.looking);
    else listener?.onAnswer(data.answer, data.fresh);
    return;
  }
  const one = waiting.get(data.number);
  waiting.delete(data.number);
  if ("failure" in data) one?.fail(new RequestRefused(data.failure as Failure));
  else one?.tell(data.found);
}

/** Call the worker. */
export function pocket<Name extends keyof Calls>(call: Name, ...given: Parameters<Calls[Name]>): Promise<ReturnType<Calls[Name]>> {
  if (!worker) {
    worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = hear;
  }
  const number = (asked += 1);
  worker.postMessage({ number, call, given });
  return new Promise((tell, fail) => waiting.set(number, { tell: tell as Waiting["tell"], fail }));
}

/** Whether this page can run a game itself. */
export const playsHere = (game: string) => SOURCES[game]?.wasm !== undefined;

/** The wire to a table of this device. */
export class PocketWire implements Wire {
  readonly #table: string;
  #sent = 0;

  constructor(table: string, listener: Listener) {
    this.#table = table;
    listeners.set(table, listener);
  }
  /** Begin to listen. */
  open(): Promise<null> {
    return pocket("open", this.#table, stored("pace", PACE));
  }
  /** Turn the table to a seat. */
  show(seat: number): void {
    void pocket("show", this.#table, seat);
  }
  send(wish: Wish): string {
    const id = `${(this.#sent += 1)}`;
    void pocket("send", this.#table, id, wish);
    return id;
  }
  async advise(): Promise<Hint> {
    return pocket("advise", await pocket("look", this.#table));
  }
  async answer(question: Fields): Promise<Fields> {
    return pocket("answer", await pocket("look", this.#table), question);
  }
  async warn(action: string): Promise<Phrase[]> {
    return pocket("warn", await pocket("look", this.#table), action);
  }
  close(): void {
    listeners.delete(this.#table);
    void pocket("close", this.#table);
  }
}
