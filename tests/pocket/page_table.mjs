// Games of the page's own table, told line by line as tests/playthrough.py tells them: node page_table.mjs WASM MANIFEST, jobs as JSON on standard input.
import { readFileSync } from "node:fs";
import { page } from "./page_modules.mjs";

const [{ engineOf }, { Table }, { read, write }, { seenBy }, { below, diceFor }, { Position }, { checkOptions, codesOf }, { botOf }, { foreseen, toldAlike, touched }, { advise, judge }] = await Promise.all(
  ["engine", "table", "notation", "events", "dice", "position", "options", "bots", "light", "hint"].map((file) => page(`engine/${file}`)),
);
const { LocalRoom } = await page("pocket/localroom");
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

/** Whether a table kept on the device is opened, by the version of the rules it was made with: its error, or none. */
function kept({ versions }) {
  return versions.map((version) => {
    const entry = { what: "made", game: engine.facts.name, version, people: [null, "easy"], names: ["Ada", null], options: {}, take_back: false };
    try {
      new LocalRoom(engine, [{ table: "here", number: 0, time: 0, entry }], () => null);
      return "";
    } catch (error) {
      return error.message;
    }
  });
}

const bytes = (data) => Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString("base64");

/** A random game: every record, and now and then what a seat sees, hears, may take back, and what bots would do. */
function random({ seats, seed, options, levels, most, every }) {
  const table = new Table(engine, seats, options, { seed: BigInt(seed) });
  const choice = diceFor(seed + 1_000_003);
  const found = [];
  for (let number = 0; table.position.count && number < most; number += 1) {
    const { seat, allowed } = table.position;
    const step = { record: bytes(table.position.record), dice: String(table.position.dice[1]), events: [] };
    if (seat >= 0 && number % every === seed % every) {
      step.views = Array.from({ length: seats + 1 }, (_, viewer) => table.view(viewer - 1));
      step.bots = levels.map((level) => {
        const bot = botOf(engine, level, false);
        return [bot.choose(table.position.view(seat), seat, allowed, diceFor(seed + number)), bot.certain ?? null];
      });
      step.warnings = table.warnings([allowed[0]]);
    }
    const action = allowed[below(choice, allowed.length)];
    const before = table.position.copy();
    step.events = table.play([action]).map((event) => Array.from({ length: seats + 1 }, (_, viewer) => seenBy(event, viewer - 1)));
    step.reveals = table.history.at(-1).reveals;
    if (seat >= 0) step.light = [touched(before, table.position), foreseen(before, [action], 2)];
    if (seat >= 0 && number % every === seed % every) step.back = [toldAlike(before, [action], 2), table.canTakeBack(4), table.canTakeBack(256)];
    found.push(step);
  }
  return [...found, { scores: table.position.scores(), notation: write(table) }];
}

/** What a champion without a clock would do at a seat, and why, from its view. */
function advised({ text, seat, seed }) {
  const table = read(engine, text);
  return advise(engine, table.position.view(seat), seat, botOf(engine, "champion", false), diceFor(seed));
}

/** What a move of a saved game was worth. */
function judged({ text, number }) {
  const played = read(engine, text);
  const table = played.again();
  for (const { seat, actions } of played.history.slice(0, number)) table.play(actions, seat);
  const { seat, actions } = played.history[number];
  return judge(played, botOf(engine, "champion", false), table.position.view(seat), number, seat, actions);
}

/** An engine that says something else now and then: entries by name, each with what comes after it. */
const lying = (after, facts = engine.facts) => ({
  facts,
  has: (name) => engine.has(name),
  records: (count) => engine.records(count),
  call(name, ...given) {
    const found = engine.call(name, ...given);
    after[name]?.(...given);
    return found;
  },
});

/**
 * Why a card laid in The Game may not be taken back: each reason alone, at a table that is honest in everything else.
 * What is told is whether it may, at a glance and thoroughly.
 */
function final({ text, said }) {
  const { tops, left } = engine.facts.fields;
  const hide = (record, { at }) => record.fill(0xff, at, at + 2);
  const facts = structuredClone(engine.facts);
  const other = { honest: facts, event: structuredClone(facts), touched: structuredClone(facts) };
  other.event.events.find(({ name }) => name === "laid").fields.card.own = true;
  other.touched.fields.tops.who = "secret";
  let told = 0;
  const tables = {
    honest: lying({}),
    event: lying({}, other.event), // the verb says nothing, but somebody learnt what others may not
    touched: lying({ see: (_record, _i, _seat, view) => hide(view, { at: tops.at + 2 * Number(said.split(" ")[2]) }) }, other.touched), // what changed was hidden
    foreseen: lying({ guess: (_view, _i, _seat, _dice, record) => (record[left.at] ^= 1) }), // another world would look otherwise
    told: lying({ tell: (_before, _i, _action, _after, _j, row) => (row[2] += told++ > 1 ? 1 : 0) }), // others would hear otherwise
  };
  return Object.fromEntries(Object.entries(tables).map(([name, engine]) => {
    const table = read(engine, text);
    told = 0;
    table.play(said);
    return [name, [table.canTakeBack(4), table.canTakeBack(256)]];
  }));
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

const JOBS = { golden, counts, random, advised, judged, final, own, kept };
const jobs = JSON.parse(readFileSync(0, "utf8"));
for (const job of jobs) process.stdout.write(`${JSON.stringify(await JOBS[job.job](job))}\n`);
