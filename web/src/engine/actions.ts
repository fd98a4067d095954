/** All actions of a game: id <-> notation <-> fields, as in src/brelan/core/actions.py. */
import { IllegalAction } from "./errors.ts";
import type { VerbFacts } from "./facts.ts";

const NUMBER = /^[+-]*\d+$/;

export class Actions {
  readonly texts: string[] = [];
  readonly reveals: boolean[] = [];
  readonly #ids = new Map<string, number>();
  readonly #verbs: VerbFacts[];

  constructor(verbs: VerbFacts[]) {
    this.#verbs = verbs;
    for (const { verb, fields, reveals } of verbs) {
      const rows = Object.values(fields).reduce<string[]>((rows, values) => rows.flatMap((row) => values.map(([, name]) => `${row} ${name}`)), [verb]);
      for (const text of rows) {
        this.#ids.set(text, this.texts.length);
        this.texts.push(text);
        this.reveals.push(reveals);
      }
    }
  }

  /** The id of an action given as notation, as fields or as an id; refused by T4 if there is none. */
  parse(said: unknown): number {
    if (typeof said === "number" && Number.isInteger(said) && said >= 0 && said < this.texts.length) return said;
    const text = typeof said === "string" ? said.trim().split(/\s+/).join(" ") : this.#written(said);
    const action = this.#ids.get(text);
    if (action === undefined) throw new IllegalAction("T4", text || String(said));
    return action;
  }

  #written(said: unknown): string {
    const given = (said && typeof said === "object" ? said : {}) as Record<string, unknown>;
    const found = this.#verbs.find(({ verb }) => verb === given.verb);
    if (!found || Object.keys(given).length !== Object.keys(found.fields).length + 1) return "";
    const words = Object.entries(found.fields).map(([field, names]) => (names.find(([value]) => value === given[field])?.[1] ?? given[field]));
    return words.includes(undefined) ? "" : [found.verb, ...words].join(" ");
  }

  /** The fields of an action, with named values by name. */
  describe(action: number): Record<string, unknown> {
    const [verb, ...words] = this.texts[action]!.split(" ");
    const fields = Object.entries(this.#verbs.find((one) => one.verb === verb)!.fields);
    const shown = fields.map(([field, names], place) => {
      const name = words[place]!;
      return [field, NUMBER.test(name) ? names.find(([, other]) => other === name)![0] : name];
    });
    return { verb, ...Object.fromEntries(shown) };
  }
}
