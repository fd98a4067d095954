/** Catalogues, read as in src/brelan/core/text.py; plurals and numbers come from the browser. */

export type Texts = { [key: string]: unknown };
export type Fields = Record<string, unknown>;
export type Names = readonly string[];

const SEATS_NAMED = ["to", "winners"]; // fields of events that name seats
const VERBATIM = new Set([...SEATS_NAMED, "who", "name", "text", "said", "link"]);
const HYPHEN = /(?<![\w.])-(?=\s?\d)/g; // one that stands before a number

/** A number or a sum with true minus signs: `−9`, `2 − 8 = −6`. */
export const minus = (text: string | number): string => String(text).replace(HYPHEN, "−");

/** The texts of one language: a game's own first, then the common ones. */
export class Words {
  #plural: Intl.PluralRules;
  #number: Intl.NumberFormat;

  constructor(
    readonly language: string,
    readonly texts: Texts,
    readonly common: Words | null = null,
  ) {
    this.#plural = new Intl.PluralRules(language);
    this.#number = new Intl.NumberFormat(language);
  }

  /** The entry of a dotted key, or undefined. */
  find(key: string): unknown {
    const own = key.split(".").reduce<unknown>((node, part) => (node && typeof node === "object" ? (node as Texts)[part] : undefined), this.texts);
    return own ?? this.common?.find(key);
  }

  /** The text of a key with its fields filled in. */
  say(key: string, fields: Fields = {}): string {
    let text = this.find(key);
    if (text && typeof text === "object") {
      const forms = text as Texts;
      text = forms[this.#plural.select(Number(fields.count))] ?? forms.other;
    }
    if (typeof text !== "string") throw new Error(`no text: ${this.language} ${key}`);
    return text.replace(/\{(\w+)\}/g, (_, field: string) => this.name(field, fields[field] ?? ""));
  }

  /** The name of a value, or the value as text; -0 is 0. */
  name(field: string, value: unknown): string {
    if (Array.isArray(value)) return value.map((item) => this.name(field, item)).join(", ");
    const named = this.find(`names.${field}.${value}`);
    if (named !== undefined || VERBATIM.has(field)) return String(named ?? value);
    return minus(typeof value === "number" ? this.#number.format(value + 0) : String(value));
  }

  /** The text of a clause for somebody who just broke it; empty if there is none. */
  clause(clause: string, kind = "clauses"): string {
    return this.find(`${kind}.${clause}`) === undefined ? "" : this.say(`${kind}.${clause}`);
  }

  /** A sentence for an event as a viewer sees it; its own form for one's own where there is one. */
  event(event: Fields, viewer: number, names: Names): string {
    const { event: name, ...fields } = event;
    const seat = event.seat as number | undefined;
    fields.who = seat === undefined ? "" : (names[seat] ?? "");
    for (const field of SEATS_NAMED) {
      if (field in event) fields[field] = [event[field]].flat().map((other) => names[other as number] ?? String(other));
    }
    const own = `events.${name}_own`;
    return this.say(seat === viewer && this.find(own) !== undefined ? own : `events.${name}`, fields);
  }
}
