/** What a table can choose before the deal, and what the rules see of it (src/brelan/core/options.py). */
import type { Engine } from "./engine.ts";
import { BadSetup } from "./errors.ts";
import { clauseName, type Facts, type OptionFacts } from "./facts.ts";

export type Options = Record<string, unknown>;
const ROOM = 16; // the most numbers of a list item

/** How a value is written in a saved game. */
export function textOf(option: OptionFacts, value: unknown): string {
  if (option.kind === "switch") return value ? "yes" : "no";
  if (option.kind === "several") return (value as string[]).join(",") || "none";
  return Array.isArray(value) ? value.join(",") : String(value);
}

/** What the rules see of an item of a custom list. */
function item(engine: Engine, option: OptionFacts, text: string): number[] {
  const out = new Int16Array(ROOM);
  const size = engine.call(option.reads!, Int16Array.from(text, (letter) => letter.charCodeAt(0)), out);
  if (size < 0) throw new BadSetup(`option ${option.name} has no such item: ${text}`);
  return [...out.subarray(0, size)];
}

function checked(engine: Engine, option: OptionFacts, value: unknown): unknown {
  if (option.kind === "several") {
    const names = typeof value === "string" ? (value === "none" ? [] : value.split(",")) : (value as string[]);
    if (!names.every((name) => option.values.includes(name))) throw new BadSetup(`option ${option.name} has no such values: ${names}`);
    return option.values.filter((name) => names.includes(name as string));
  }
  const found = option.values.find((known) => known === value || textOf(option, known) === value);
  if (found !== undefined) return found;
  if (!option.reads) throw new BadSetup(`option ${option.name} must be one of ${option.values.map((known) => textOf(option, known)).join(", ")}, not ${value}`);
  const items = typeof value === "string" ? value.split(",") : (value as string[]);
  for (const text of items) item(engine, option, text);
  return items;
}

function codes(engine: Engine, option: OptionFacts, value: unknown): number[] {
  if (option.kind === "number") return [value as number];
  if (option.kind === "several") return [option.values.reduce<number>((bits, name, place) => bits | ((value as unknown[]).includes(name) ? 1 << place : 0), 0)];
  if (Array.isArray(value)) return [value.length, ...value.flatMap((text: string) => item(engine, option, text))];
  return [option.values.indexOf(value)];
}

/** Checked options as the rules see them. */
export const codesOf = (engine: Engine, options: Options) => Int16Array.from(engine.facts.options.flatMap((option) => codes(engine, option, options[option.name])));

/** The number of seats; throws BadSetup if the game cannot be played with it. */
export function checkSeats({ name, seats: [least, most] }: Facts, seats: number): number {
  if (!Number.isInteger(seats) || seats < least || seats > most) throw new BadSetup(`${name} is for ${least} to ${most} seats, not ${seats}`);
  return seats;
}

/** Every option with its value, defaults included; throws BadSetup if one, or the combination, is refused. */
export function checkOptions(engine: Engine, seats: number, chosen: Options): Options {
  const { facts } = engine;
  const unknown = Object.keys(chosen).find((name) => !facts.options.some((option) => option.name === name));
  if (unknown) throw new BadSetup(`${facts.name} has no option ${unknown}`);
  const values = Object.fromEntries(facts.options.map((option) => [option.name, checked(engine, option, chosen[option.name] ?? option.default)]));
  const broken = engine.call("why_not_deal", seats, codesOf(engine, values));
  if (broken) throw new BadSetup(clauseName(broken), clauseName(broken));
  return values;
}

/** The options of a game that follows so many others at the same table. */
export function laterOptions(facts: Facts, seats: number, chosen: Options, games: number): Options {
  if (!facts.passes) return chosen;
  const first = chosen[facts.passes] ?? facts.options.find(({ name }) => name === facts.passes)!.default;
  return { ...chosen, [facts.passes]: (Number(first) + games) % seats };
}
