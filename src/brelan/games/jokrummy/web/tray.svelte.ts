/** Where groups are put together before they are laid. The server puts the cards of a row in order and says what is missing. */
import type { Room } from "$page/room.svelte";
import { store, stored } from "$page/stored";
import type { Fields } from "$page/words";

export interface Row {
  cards: string[]; // in order; a wild with what it stands for
  names: string[]; // what it could be, as the rules name a group: `run D 4`, `set K`
  name: string;
  lacks: number;
  well: boolean; // it can be laid so
}
export interface Addition {
  group: number;
  cards: string[];
  end: string;
}
/** A whole move as the server proposes it. */
export interface Proposal {
  show: number;
  groups: string[][];
  names?: string[];
  new?: string[][];
  add?: Addition[];
}

const nameIn = (key: string) => key.split(".")[0] ?? "";
const plain = (text: string) => text.split("=")[0] ?? "";
const alike = (one: string[], other: string[]) => [...one].sort().join() === [...other].sort().join();

export class Tray {
  rows = $state.raw<string[][]>([]); // keys of cards in the hand
  told = $state.raw<Row[]>([]);
  #more = $state.raw<{ turn: number; besides: Pick<Proposal, "new" | "add"> } | null>(null);
  #names: string[] = [];
  #asked = 0;

  constructor(readonly room: Room) {
    this.rows = stored(`tray.${room.table}`, []);
  }

  get empty(): boolean {
    return this.rows.every((row) => row.length === 0);
  }
  get keys(): string[] {
    return this.rows.flat();
  }
  get whole(): boolean {
    return this.told.length > 0 && this.told.length === this.rows.length && this.told.every(({ well, cards }, i) => well && alike(cards.map(plain), this.rows[i]!.map(nameIn)));
  }

  /** What a proposal lays besides the rows: in the turn it was made for, before a card of it is gone or its place is taken. */
  get more(): Pick<Proposal, "new" | "add"> | null {
    return this.#more?.turn === this.room.scene?.turn ? (this.#more?.besides ?? null) : null;
  }

  /** Have so many rows, and only cards that are still in the hand. */
  fit(count: number, hand: readonly string[]): void {
    const rows = Array.from({ length: count }, (_, row) => (this.rows[row] ?? []).filter((key) => hand.includes(key)));
    if (JSON.stringify(rows) !== JSON.stringify(this.rows)) this.#set(rows);
  }
  /** Put cards into a row. */
  put(keys: readonly string[], row: number): void {
    this.#set(this.rows.map((old, i) => [...old.filter((key) => !keys.includes(key)), ...(i === row ? keys : [])]));
  }
  /** Take a card out again, as it is written in its row. */
  out(row: number, text: string): void {
    const key = (this.rows[row] ?? []).findLast((one) => nameIn(one) === plain(text));
    if (key) this.#set(this.rows.map((old) => old.filter((one) => one !== key)));
  }
  clear(): void {
    this.#set(this.rows.map(() => []));
  }
  /** Let a row be another of the groups it could be: so wilds change what they stand for. */
  call(row: number, name: string): void {
    this.#names[row] = name;
    this.rows = [...this.rows];
  }
  /** The next of them. */
  shift(row: number): void {
    const { names = [], name = "" } = this.told[row] ?? {};
    this.call(row, names[(names.indexOf(name) + 1) % names.length] ?? "");
  }
  /** Take over what the server proposes. */
  fill(proposal: Proposal, hand: readonly string[]): void {
    const left = [...hand];
    const keysOf = (texts: readonly string[]) =>
      texts.flatMap((text) => {
        const at = left.findIndex((key) => nameIn(key) === plain(text));
        return at < 0 ? [] : left.splice(at, 1);
      });
    this.#set(proposal.groups.map(keysOf));
    this.#names = [...(proposal.names ?? [])];
    this.told = proposal.groups.map((cards, i) => ({ cards, names: [this.#names[i] ?? ""], name: this.#names[i] ?? "", lacks: 0, well: true }));
    const besides = { new: proposal.new ?? [], add: proposal.add ?? [] };
    this.#more = besides.new.length || besides.add.length ? { turn: this.room.scene?.turn ?? 0, besides } : null;
  }
  #set(rows: string[][]): void {
    this.rows = rows;
    this.#names = rows.map(() => "");
    this.#more = null;
    store(`tray.${this.room.table}`, rows.some((row) => row.length) ? rows : null);
  }

  /** Ask how the rows stand; slot -1 for new sets. */
  async ask(slot: number): Promise<void> {
    const number = (this.#asked += 1);
    const question = { ask: "rows", slot, rows: this.rows.map((row) => row.map(nameIn)), names: this.rows.map((_, i) => this.#names[i] ?? "") };
    const told = this.empty ? { rows: [] } : await this.room.inquire(question as Fields);
    if (number === this.#asked && told) this.told = told.rows as Row[];
  }
}
