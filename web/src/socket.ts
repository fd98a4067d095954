/** One socket to one table, or to a class: it reconnects and resends unanswered commands. */
import { CLOSE, FINAL, path, PROTOCOL, type Answer, type Command, type Hello } from "./protocol";

export type Line = "opening" | "open" | "lost" | "gone";
type Sent = Exclude<Command, Hello>;
/** A command without its id, which the socket assigns. */
export type Wish = Sent extends infer C ? (C extends Sent ? Omit<C, "id"> : never) : never;

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
const ANSWER_WITHIN = 8000; // a line that stays silent longer is taken for dead

interface Listener {
  onAnswer(answer: Answer): void;
  onLine(line: Line, code: number): void;
}

const freshId = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");

export class TableSocket {
  number = -1; // the last entry that arrived
  #socket: WebSocket | null = null;
  #unanswered = new Map<string, Sent>();
  #wait = FIRST_WAIT;
  #retry = 0;
  #silence = 0;
  #closed = false;

  constructor(
    readonly table: string,
    readonly key: string | null,
    readonly listener: Listener,
    readonly address = path.socket(table),
  ) {
    addEventListener("online", this.#atOnce);
    addEventListener("offline", this.#drop);
    document.addEventListener("visibilitychange", this.#atOnce);
    this.#open();
  }

  /** Send a command and return its id. It is kept and resent until it is answered. */
  send(wish: Wish): string {
    const id = freshId();
    const command = { ...wish, id } as Sent;
    this.#unanswered.set(id, command);
    this.#write(command);
    this.#listen();
    return id;
  }

  /** Hang up for good. */
  close(): void {
    this.#closed = true;
    removeEventListener("online", this.#atOnce);
    removeEventListener("offline", this.#drop);
    document.removeEventListener("visibilitychange", this.#atOnce);
    clearTimeout(this.#retry);
    clearTimeout(this.#silence);
    this.#socket?.close();
  }

  #open(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${this.address}`);
    this.#socket = socket;
    socket.onopen = () => {
      socket.send(JSON.stringify({ kind: "hello", key: this.key, number: this.number, protocol: PROTOCOL } satisfies Hello));
      for (const command of this.#unanswered.values()) this.#write(command);
      this.#listen();
    };
    socket.onmessage = (message) => this.#hear(JSON.parse(String(message.data)) as Answer);
    socket.onclose = (closing) => {
      if (socket === this.#socket) this.#lose(closing.code);
    };
  }

  #write(command: Sent): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(command));
  }

  #hear(answer: Answer): void {
    clearTimeout(this.#silence);
    if (!("id" in answer)) {
      this.#wait = FIRST_WAIT;
      if ("number" in answer) this.number = Math.max(this.number, answer.number);
      this.listener.onLine("open", 0);
    } else if (answer.id) {
      this.#unanswered.delete(answer.id);
    }
    if (this.#unanswered.size) this.#listen();
    this.listener.onAnswer(answer);
  }

  #listen(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(this.#drop, ANSWER_WITHIN);
  }

  #drop = (): void => {
    const socket = this.#socket;
    if (this.#closed || !socket) return;
    this.#socket = null; // its late closing is no news any more
    socket.close();
    this.#lose(0);
  };

  #lose(code: number): void {
    clearTimeout(this.#silence);
    this.#socket = null;
    if (this.#closed) return;
    if (code === CLOSE.bad_hello) this.#unanswered.clear(); // what was not understood is not said again
    if (FINAL.includes(code)) {
      this.#closed = true;
      return this.listener.onLine("gone", code);
    }
    this.listener.onLine("lost", code);
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#open(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
  }

  #atOnce = (): void => {
    if (this.#closed || this.#socket || document.hidden) return;
    clearTimeout(this.#retry);
    this.#open();
  };
}
