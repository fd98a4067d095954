/** Reading and writing saved games in the notation of src/brelan/core/notation.py. */
import { hex } from "../dealing.ts";
import { sha256 } from "../hash.ts";
import type { Engine } from "./engine.ts";
import { BadNotation } from "./errors.ts";
import { textOf, type Options } from "./options.ts";
import { DEALER, Table, type Deal, type Move, type Shuffle } from "./table.ts";

const FORMAT = 1;
const RULE = 1; // of shuffles
const WHOLE = /^-?\d+$/;

const checkSum = (lines: readonly string[]) => hex(sha256(new TextEncoder().encode(lines.join("\n")))).slice(0, 16);

/** The text of a table. */
export function write(table: Table): string {
  const { facts } = table.engine;
  const { seed, order, dealer, shuffle } = table.deal;
  const chosen = facts.options.filter(({ name, default: usual }) => String(table.options[name]) !== String(usual));
  const lines = [
    `brelan ${FORMAT}`,
    `game ${facts.name} ${facts.version}`,
    `seats ${table.seats}`,
    ...chosen.map((option) => `option ${option.name} ${textOf(option, table.options[option.name])}`),
    ...(shuffle ? [`shuffle ${RULE} ${shuffle.secret}`, ...Object.entries(shuffle.numbers).map(([seat, number]) => `number ${seat} ${number}`)] : [`seed ${seed}`]),
    ...((dealer ?? null) === null ? [] : [`dealer ${dealer}`]),
    ...(order ? [`order ${order.join(" ")}`] : []),
    ...table.history.map((move) => lineOf(table, move)),
  ];
  return [...lines, `end ${table.history.length} ${checkSum(lines)}`, ""].join("\n");
}

/** A move as a line. */
export const lineOf = (table: Table, move: Move) => `${move.signal !== null ? `@${move.seat}` : move.seat === DEALER ? "-" : move.seat} ${table.said(move)}`;

/** The name of the game in a text. */
export function gameIn(text: string): string {
  const [first = "", second = ""] = text.split("\n");
  if (first !== `brelan ${FORMAT}`) throw new BadNotation(1, `this is not a saved game: the first line must be 'brelan ${FORMAT}'`);
  return second.split(" ")[1] ?? "";
}

/** The table of a saved game, after replaying and checking every move. */
export function read(engine: Engine, text: string): Table {
  const lines = text.replace(/\n$/, "").split("\n");
  const [word, count, sum] = lines.at(-1)!.split(" ");
  if (word !== "end") throw new BadNotation(lines.length, "the game is truncated: the last line must be 'end ..'");
  if (sum !== checkSum(lines.slice(0, -1))) throw new BadNotation(lines.length, "the game was changed after it was saved: the checksum does not match");
  const reader = new Reader(lines);
  const table = header(engine, reader);
  for (const line of lines.slice(reader.place, -1)) {
    reader.place += 1;
    playLine(table, line, reader.place);
  }
  if (count !== String(table.history.length)) throw new BadNotation(lines.length, `the last line must count ${table.history.length} moves`);
  return table;
}

/** Play one line of a saved game, a seat and its move or signal. */
export function playLine(table: Table, line: string, number = 0): void {
  const [, signal, seat, said] = /^(@?)(-|\d+) (.*)$/.exec(line) ?? [];
  if (seat === undefined || said === undefined) throw new BadNotation(number, `'${line}' is not a move`);
  const mover = seat === "-" ? DEALER : Number(seat);
  try {
    if (signal) table.signal(mover, said);
    else table.play(said, mover);
  } catch (error) {
    throw new BadNotation(number, `'${line}' cannot be played: ${(error as Error).message}`);
  }
}

class Reader {
  place = 1;
  readonly lines: string[];

  constructor(lines: string[]) {
    this.lines = lines;
  }
  /** The words after `word` if the next line begins with it. */
  next(word: string): string[] | null {
    const [first, ...words] = this.lines[this.place]?.split(" ") ?? [];
    if (first !== word) return null;
    this.place += 1;
    return words;
  }
  need(word: string, count: number): string[] {
    const words = this.next(word);
    if (words?.length !== count) throw new BadNotation(this.place + (words ? 0 : 1), `expected a line '${word}' with ${count} values`);
    return words;
  }
  whole(text: string): bigint {
    if (!WHOLE.test(text)) throw new BadNotation(this.place, `'${text}' is not a number`);
    return BigInt(text);
  }
}

function header(engine: Engine, reader: Reader): Table {
  const [name, version] = reader.need("game", 2) as [string, string];
  const { facts } = engine;
  if (name !== facts.name) throw new BadNotation(reader.place, `this is a game of ${name}, not of ${facts.name}`);
  if (Number(version) < facts.replays || Number(version) > facts.version) throw new BadNotation(reader.place, `this game was played by version ${version} of ${name}; this page has ${facts.version}`);
  const seats = Number(reader.whole(reader.need("seats", 1)[0]!));
  const options: Options = {};
  for (let words = reader.next("option"); words; words = reader.next("option")) {
    if (words.length !== 2 || words[0]! in options) throw new BadNotation(reader.place, "an option line has a name and a value, once per option");
    options[words[0]!] = words[1];
  }
  return new Table(engine, seats, options, chance(reader));
}

function chance(reader: Reader): Deal {
  const shuffle = shuffled(reader);
  const seed = shuffle ? 0n : reader.whole(reader.need("seed", 1)[0]!);
  const dealer = reader.next("dealer");
  const order = reader.next("order");
  return { seed, shuffle, dealer: dealer && Number(reader.whole(dealer.join(" "))), order: order && order.map((card) => Number(reader.whole(card))) };
}

function shuffled(reader: Reader): Shuffle | null {
  const words = reader.next("shuffle");
  if (!words) return null;
  if (words.length !== 2 || words[0] !== String(RULE)) throw new BadNotation(reader.place, "a shuffle is its rule and its secret");
  const numbers: Record<string, string> = {};
  for (let added = reader.next("number"); added; added = reader.next("number")) {
    if (added.length !== 2 || added[0]! in numbers) throw new BadNotation(reader.place, "a number is a seat and what it added, once");
    numbers[added[0]!] = added[1]!;
  }
  return { secret: words[1]!, numbers };
}
