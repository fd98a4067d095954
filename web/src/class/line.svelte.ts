/** A class as this page knows it: what came last over its line, and everything one can do. */
import { path, type Answer, type ClassAnswer, type ClassCommand, type ClassRegister, type ClassTask, type Hello } from "../protocol";
import { errorKey } from "../room.svelte";
import { say } from "../say.svelte";
import { TableSocket, type Line, type Wish } from "../socket";
import { toasts } from "../toasts.svelte";

type Sent = Exclude<ClassCommand, Hello>;
export type ClassWish = Sent extends infer C ? (C extends Sent ? Omit<C, "id"> : never) : never;

export class ClassLine {
  register = $state.raw<ClassRegister | null>(null); // for the teacher
  task = $state.raw<ClassTask | null>(null); // for a child
  line = $state<Line>("opening");
  closing = $state(0);
  #behind = 0; // the server's clock against this device's, in seconds
  #socket: TableSocket;

  constructor(code: string, key: string) {
    const listener = {
      onAnswer: (answer: Answer) => this.#hear(answer as unknown as ClassAnswer),
      onLine: (line: Line, code: number) => {
        this.line = line;
        this.closing = code;
      },
    };
    this.#socket = new TableSocket(code, key, listener, path.class_socket(code));
  }

  /** Say something; it is repeated until it is answered. */
  tell(wish: ClassWish): void {
    this.#socket.send(wish as unknown as Wish);
  }
  close(): void {
    this.#socket.close();
  }
  /** The server's clock now, in seconds. */
  now(): number {
    return Date.now() / 1000 + this.#behind;
  }

  #hear(answer: ClassAnswer): void {
    if (answer.kind === "register") {
      this.#behind = answer.now - Date.now() / 1000;
      this.register = answer;
    } else if (answer.kind === "task") this.task = answer;
    else if (answer.kind === "refused") toasts.show(say(errorKey(answer.error)));
  }
}
