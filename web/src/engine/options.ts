/** What a table may choose before the deal, and what the rules see of it (src/brelan/core/options.py). */
import type { Engine } from "./engine.ts";
import { BadSetup } from "./errors.ts";
import { clauseName, type Facts, type OptionFacts } from "./facts.ts";

export type Options = Record<string, unknown>;

/** How a value is written in a saved game. */
export function textOf(option: OptionFacts, value: unknown): string {
  if (option.kind === "switch") return value ? "yes" : "no";
  if (option.kind === "several") return (value as string[]).join(",") || "none";
  return String(value);
}

function checked(option: OptionFacts, value: unknown): unknown {
  if (option.kind === "several") {
    const names = typeof value === "string" ? (value === "none" ? [] : value.split(",")) : (value as string[]);
    if (!names.every((name) => option.values.includes(name))) throw new BadSetup(`option ${option.name} has no such values: ${names}`);
    return option.values.filter((name) => names.includes(name as string));
  }
  const found = option.values.find((known) => known === value || textOf(option, known) === value);
  if (found === undefined) throw new BadSetup(`option ${option.name} may be ${option.values.map((known) => textOf(option, known)).join(", ")}, not ${value}`);
  return found;
}

function code(option: OptionFacts, value: unknown): number {
  if (option.kind === "number") return value as number;
  if (option.kind === "several") return option.values.reduce<number>((bits, name, place) => bits | ((value as unknown[]).includes(name) ? 1 << place : 0), 0);
  return option.values.indexOf(value);
}

/** Checked options as the rules see them. */
export const codesOf = (facts: Facts, options: Options) => Int16Array.from(facts.options.map((option) => code(option, options[option.name])));

/** The seat count itself, or BadSetup. */
export function checkSeats({ name, seats: [least, most] }: Facts, seats: number): number {
  if (!Number.isInteger(seats) || seats < least || seats > most) throw new BadSetup(`${name} is for ${least} to ${most} seats, not ${seats}`);
  return seats;
}

/** Every option with its value, defaults filled in; BadSetup if one, or the combination, is refused. */
export function checkOptions(engine: Engine, seats: number, chosen: Options): Options {
  const { facts } = engine;
  const unknown = Object.keys(chosen).find((name) => !facts.options.some((option) => option.name === name));
  if (unknown) throw new BadSetup(`${facts.name} has no option ${unknown}`);
  const values = Object.fromEntries(facts.options.map((option) => [option.name, checked(option, chosen[option.name] ?? option.default)]));
  const broken = engine.call("why_not_deal", seats, codesOf(facts, values));
  if (broken) throw new BadSetup(clauseName(broken), clauseName(broken));
  return values;
}

/** The options of a game after so many others at the same table. */
export function laterOptions(facts: Facts, seats: number, chosen: Options, games: number): Options {
  if (!facts.passes) return chosen;
  const option = facts.options.find(({ name }) => name === facts.passes)!;
  return { ...chosen, [facts.passes]: (Number(checked(option, chosen[facts.passes] ?? option.default)) + games) % seats };
}
