/** The games' own catalogues, read as src/brelan/core/text.py reads them. */

export type Texts = { [key: string]: unknown };
export type Fields = Record<string, unknown>;
export type Names = readonly string[];

/** A piece of a sentence: the key of a text and its fields. */
export interface Phrase {
  key: string;
  fields: Fields;
}
/** What a strong player would do: a move in notation and in phrases, the reasons, and whether it is clear. */
export interface Advice {
  moves: readonly string[];
  steps?: readonly Phrase[];
  reasons: readonly Phrase[];
  clear: boolean;
}

const SEATS_NAMED = ["to", "winners"]; // fields of events that name seats

/** A text with its {fields} filled in. */
export const fill = (text: string, fields: Fields) => text.replace(/\{(\w+)\}/g, (_, field: string) => String(fields[field] ?? ""));

/** The texts of one game in one language. */
export class Words {
  #plural: Intl.PluralRules;

  constructor(
    readonly language: string,
    readonly texts: Texts,
  ) {
    this.#plural = new Intl.PluralRules(language);
  }

  /** What stands under a dotted key, or undefined. */
  find(key: string): unknown {
    return key.split(".").reduce<unknown>((node, part) => (node && typeof node === "object" ? (node as Texts)[part] : undefined), this.texts);
  }

  /** The text of a key with its fields filled in. */
  say(key: string, fields: Fields = {}): string {
    let text = this.find(key);
    if (text && typeof text === "object") {
      const forms = text as Texts;
      text = forms[this.#plural.select(Number(fields.count))] ?? forms.other;
    }
    if (typeof text !== "string") throw new Error(`no text: ${this.language} ${key}`);
    return fill(text, Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, this.name(field, value)])));
  }

  /** How a value is shown. */
  name(field: string, value: unknown): string {
    if (Array.isArray(value)) return value.map((item) => this.name(field, item)).join(", ");
    return String(this.find(`names.${field}.${value}`) ?? value);
  }

  /** What a clause says, for somebody who just broke it; empty if the catalogue is silent. */
  clause(clause: string, kind = "clauses"): string {
    return this.find(`${kind}.${clause}`) === undefined ? "" : this.say(`${kind}.${clause}`);
  }

  /** A hint as a sentence or two: what to do, why, and whether it is close. */
  hint({ moves, steps = [], reasons, clear }: Advice): string {
    const move = this.#joined("steps", steps) || this.say("hint.plain", { said: moves.join("; ") });
    const why = this.#joined("reasons", reasons);
    const said = why ? this.say("hint.because", { move, reasons: why }) : this.say("hint.bare", { move });
    const sentence = clear ? said : `${said} ${this.say("hint.close")}`;
    return sentence.charAt(0).toUpperCase() + sentence.slice(1);
  }

  #joined(kind: "steps" | "reasons", phrases: readonly Phrase[]): string {
    const said = phrases.map(({ key, fields }) => this.say(`${kind}.${key}`, fields));
    const last = said.pop() ?? "";
    return said.length ? this.say(`hint.${kind}`, { first: said.join(", "), last }) : last;
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
