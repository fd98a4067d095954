/** The storage of this device's tables: their rows, and a summary of each for the list. Without storage, they last as long as the page. */
import type { Place } from "../protocol";
import type { Row } from "./log.ts";

const ROWS = "rows";
const PLACES = "places";

/** Another window of this page wrote first. */
export class Overtaken extends Error {}

export interface Shelf {
  rows(table: string): Promise<Row[]>;
  places(): Promise<Place[]>;
  /** Append rows, all or none; throws Overtaken if one of these numbers is taken. */
  add(rows: Row[], place: Place): Promise<void>;
  forget(table: string): Promise<void>;
}

/** The shelf of this browser. */
export async function openShelf(): Promise<Shelf> {
  try {
    const opening = indexedDB.open("brelan", 1);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore(ROWS, { keyPath: ["table", "number"] });
      opening.result.createObjectStore(PLACES, { keyPath: "table" });
    };
    return new Kept(await done(opening));
  } catch {
    return new Remembered();
  }
}

const done = <T>(request: IDBRequest<T>) => new Promise<T>((tell, fail) => {
  request.onsuccess = () => tell(request.result);
  request.onerror = () => fail(request.error);
});

class Kept implements Shelf {
  readonly #base: IDBDatabase;

  constructor(base: IDBDatabase) {
    this.#base = base;
  }
  #whole = (table: string) => IDBKeyRange.bound([table, -1], [table, Infinity]);

  rows(table: string): Promise<Row[]> {
    return done(this.#base.transaction(ROWS).objectStore(ROWS).getAll(this.#whole(table)) as IDBRequest<Row[]>);
  }
  places(): Promise<Place[]> {
    return done(this.#base.transaction(PLACES).objectStore(PLACES).getAll() as IDBRequest<Place[]>);
  }
  add(rows: Row[], place: Place): Promise<void> {
    const writing = this.#base.transaction([ROWS, PLACES], "readwrite", { durability: "strict" });
    for (const row of rows) writing.objectStore(ROWS).add(row);
    writing.objectStore(PLACES).put(place);
    return new Promise((tell, fail) => {
      writing.oncomplete = () => tell();
      writing.onabort = () => fail(writing.error?.name === "ConstraintError" ? new Overtaken() : writing.error);
    });
  }
  async forget(table: string): Promise<void> {
    const writing = this.#base.transaction([ROWS, PLACES], "readwrite");
    await done(writing.objectStore(ROWS).delete(this.#whole(table)));
    await done(writing.objectStore(PLACES).delete(table));
  }
}

export class Remembered implements Shelf {
  readonly #rows = new Map<string, Row[]>();
  readonly #places = new Map<string, Place>();

  async rows(table: string): Promise<Row[]> {
    return [...(this.#rows.get(table) ?? [])];
  }
  async places(): Promise<Place[]> {
    return [...this.#places.values()];
  }
  async add(rows: Row[], place: Place): Promise<void> {
    this.#rows.set(place.table, [...(this.#rows.get(place.table) ?? []), ...rows]);
    this.#places.set(place.table, place);
  }
  async forget(table: string): Promise<void> {
    this.#rows.delete(table);
    this.#places.delete(table);
  }
}
