/** The clauses of a game in plain words, as its texts have them. */
import type { Texts, Words } from "../words";

export interface Section {
  name: string;
  title: string;
  clauses: { number: string; text: string }[];
}

const CLAUSE = /^[RT]\d+$/;
const clausesOf = (texts: Texts) => Object.entries(texts).flatMap(([number, text]) => (CLAUSE.test(number) ? [{ number, text: String(text) }] : []));

/** The sections of the rules, in order; none where the game's texts have none. */
export function sections(words: Words): Section[] {
  const found = (words.find("rules") ?? {}) as Record<string, Texts>;
  return Object.entries(found).map(([name, texts]) => ({ name, title: String(texts.title ?? ""), clauses: clausesOf(texts) }));
}

/** What holds at every table, whatever is played. */
export const common = (words: Words) => clausesOf((words.find("clauses") ?? {}) as Texts).filter(({ number }) => number.startsWith("T"));
