/** Where groups are put together before they are laid. The server puts the cards of a row in order and says what is missing. */
import type { Room } from "$page/room.svelte";
import { store, stored } from "$page/stored";
import type { Fields } from "$page/words";

export interface Row {
  cards: string[]; // in order; a wild with what it stands for
  lows: number[]; // the places its lowest card could have
  low: number;
  lacks: number;
  well: boolean; // whole
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
  new?: string[][];
  add?: Addition[];
}

const nameIn = (key: string) => key.split(".")[0] ?? "";
const plain = (text: string) => text.split("=")[0] ?? "";

export class Tray {
  rows = $state.raw<string[][]>([]); // keys of cards in the hand
  told = $state.raw<Row[]>([]);
  more = $state.raw<Pick<Proposal, "new" | "add"> | null>(null); // what a proposal lays besides
  #lows: number[] = [];
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
    return this.told.length > 0 && this.told.length === this.rows.length && this.told.every((row) => row.well);
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
  /** Let a row begin at the next place it could begin at: so wilds change what they stand for. */
  shift(row: number): void {
    const { lows = [], low = 0 } = this.told[row] ?? {};
    this.#lows[row] = lows[(lows.indexOf(low) + 1) % lows.length] ?? 0;
    this.rows = [...this.rows];
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
    const besides = { new: proposal.new ?? [], add: proposal.add ?? [] };
    this.more = besides.new.length || besides.add.length ? besides : null;
  }
  #set(rows: string[][]): void {
    this.rows = rows;
    this.#lows = rows.map(() => 0);
    this.more = null;
    store(`tray.${this.room.table}`, rows.some((row) => row.length) ? rows : null);
  }

  /** Ask how the rows stand; slot -1 for new sets. */
  async ask(slot: number): Promise<void> {
    const number = (this.#asked += 1);
    const question = { ask: "rows", slot, rows: this.rows.map((row) => row.map(nameIn)), lows: this.rows.map((_, i) => this.#lows[i] ?? 0) };
    const told = this.empty ? { rows: [] } : await this.room.inquire(question as Fields);
    if (number === this.#asked && told) this.told = told.rows as Row[];
  }
}
