// Games of the page's own table, told line by line as tests/playthrough.py tells them: node page_table.mjs WASM MANIFEST, jobs as JSON on standard input.
import { readFileSync } from "node:fs";
import { page } from "./page_modules.mjs";

const [{ engineOf }, { Table }, { read, write }, { seenBy }, { below, diceFor }, { Position }, { checkOptions, codesOf }, { botOf }] = await Promise.all(
  ["engine", "table", "notation", "events", "dice", "position", "options", "bots"].map((file) => page(`engine/${file}`)),
);
const [, , wasm, manifest] = process.argv;
const engine = await engineOf(JSON.parse(readFileSync(manifest, "utf8")), readFileSync(wasm));

/** A saved game again: each move, what happened with all open, what is allowed next; then the same as notation. */
function golden({ text }) {
  const table = read(engine, text);
  const again = table.again();
  const lines = [];
  for (const { seat, signal, actions } of table.history) {
    const before = again.events.length;
    if (signal === null) again.play(actions, seat);
    else again.signal(seat, signal);
    lines.push({ seat, said: signal === null ? again.said(again.history.at(-1)) : `signal ${signal}` });
    for (const event of again.events.slice(before)) lines.push(seenBy(event, event.seat ?? -1));
    lines.push({ next: again.seat, allowed: again.allowed() });
  }
  return { lines, view: again.view(), outcome: again.outcome, notation: write(again) };
}

/** How many lines of play there are of each depth. */
function counts({ seats, seed, options, depths }) {
  const codes = codesOf(engine, checkOptions(engine, seats, options));
  return Array.from({ length: depths }, (_, depth) => {
    const { record, dice } = Position.dealt(engine, seats, codes, diceFor(seed));
    const [rows, records] = [depth + 1, engine.records(depth + 1)];
    records.set(record);
    const lists = { data: new Int16Array(rows * engine.facts.most), shape: [rows, engine.facts.most] };
    return engine.call("count", records, dice, depth, lists, new BigInt64Array(rows), new BigInt64Array(rows), new BigUint64Array(rows));
  });
}

const bytes = (data) => Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString("base64");

/** A random game: every record, and now and then what a seat sees, hears, may take back, and what bots would do. */
function random({ seats, seed, options, levels, most }) {
  const table = new Table(engine, seats, options, { seed: BigInt(seed) });
  const choice = diceFor(seed + 1_000_003);
  const found = [];
  for (let number = 0; table.position.count && number < most; number += 1) {
    const { seat, allowed } = table.position;
    const step = { record: bytes(table.position.record), dice: String(table.position.dice[1]), events: [] };
    if (seat >= 0 && number % 7 === seed % 7) {
      step.views = Array.from({ length: seats + 1 }, (_, viewer) => table.view(viewer - 1));
      step.bots = levels.map((level) => botOf(engine, level, false).choose(table.position.view(seat), seat, allowed, diceFor(seed + number)));
      step.warnings = table.warnings([allowed[0]]);
    }
    const action = allowed[below(choice, allowed.length)];
    step.events = table.play([action]).map((event) => Array.from({ length: seats + 1 }, (_, viewer) => seenBy(event, viewer - 1)));
    if (number % 9 === seed % 9) step.back = [table.canTakeBack(4), table.canTakeBack(256)];
    found.push(step);
  }
  return [...found, { scores: table.position.scores(), notation: write(table) }];
}

/** What the game's own part of the page makes of questions of a seat, and of whole moves, in a saved game. */
async function own({ text, seat, questions, moves }) {
  const { OWN } = await page("generated/all.own");
  const { read: unfold, answer } = OWN[engine.facts.name];
  const table = text ? read(engine, text) : null;
  const tried = (move) => {
    try {
      return unfold(table, move);
    } catch ({ clause, step }) {
      return { clause, step };
    }
  };
  return { answers: questions.map((question) => answer(engine, table?.position.view(seat) ?? null, seat, question)), moves: moves.map(tried) };
}

const JOBS = { golden, counts, random, own };
const jobs = JSON.parse(readFileSync(0, "utf8"));
for (const job of jobs) process.stdout.write(`${JSON.stringify(await JOBS[job.job](job))}\n`);
