/** The room's own sentences, in the chosen language. */
import { settings, type Language } from "./settings.svelte";
import { de } from "./texts/de";
import { en } from "./texts/en";
import { fr } from "./texts/fr";
import { fill, type Fields } from "./words";

/** A sentence, or its forms by the field `count`. */
export type Sentence = string | { one: string; other: string };
/** A catalogue with the sentences of another: the English one says which there are. */
export type Same<T> = { readonly [key in keyof T]: Sentence };

/** A function that says a catalogue's sentences. */
export function sayer<T>(catalogue: Record<Language, Same<T>>): (key: keyof T, fields?: Fields) => string {
  return (key, fields = {}) => {
    const language = settings.language;
    const sentence = catalogue[language][key];
    if (typeof sentence === "string") return fill(sentence, fields);
    const form = new Intl.PluralRules(language).select(Number(fields.count)) === "one" ? "one" : "other";
    return fill(sentence[form], fields);
  };
}

export const say = sayer<typeof en>({ en, fr, de });
export type Key = keyof typeof en;
