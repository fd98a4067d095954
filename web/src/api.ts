/** Requests, answered by this device if possible, otherwise by the server. */
import { FACTS, SOURCES } from "$generated/all.engines";
import { TEXTS } from "$generated/all.texts";
import { wordsOf } from "./catalogues.svelte";
import { isHere } from "./pocket/names";
import { playsHere, pocket } from "./pocket/pocket";
import type { LocalPlan, Sight } from "./pocket/calls";
import { path, type Answers, type Attempt, type DailyDeal, type HandOver, type JoinClass, type LessonPlace, type LessonTurn, type Mine, type OpenClass, type Place, type TakeSeat, type Ticket, type WantAlerts } from "./protocol";
import { RequestRefused } from "./refused";
import { stored } from "./stored";
import { heldAt } from "./tickets";
import { hint } from "./room/hints";
import type { Fields } from "./words";

export { RequestRefused };

const LEVEL = "medium"; // of the others in the deal of a day
const PATIENCE = 3000; // milliseconds in which a server says that it is there
const AGAIN = 10_000; // and after which it is asked again if it did not

async function ask<T>(address: string, body?: unknown, key = "", signal: AbortSignal | null = null): Promise<T> {
  const answer = await fetch(address, {
    method: body === undefined ? "GET" : "POST",
    headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...(key ? { authorization: `Bearer ${key}` } : {}) },
    body: body === undefined ? null : JSON.stringify(body),
    signal,
  });
  if (!answer.ok) {
    const failure = await answer.json().catch(() => ({ error: "busy" }));
    throw new RequestRefused(failure);
  }
  return answer.json() as Promise<T>;
}

let server: Promise<Answers["games"] | null> | null = null;

/** The games of the server at this address, or null if there is none. */
export function serverGames(): Promise<Answers["games"] | null> {
  server ??= ask<Answers["games"]>(path.games(), undefined, "", AbortSignal.timeout(PATIENCE)).catch(() => {
    setTimeout(() => (server = null), AGAIN);
    return null;
  });
  return server;
}

export const games = async (): Promise<Answers["games"]> => (await serverGames()) ?? FACTS.filter(({ name }) => playsHere(name));
/** The texts of a game as built into the page, or the server's for a game it was built without. */
export const texts = (game: string, language: string) => ask<Answers["texts"]>(TEXTS[`./texts/${game}.${language}.json`] ?? path.texts(game, language));

/** Whether this device runs a game itself; `alone` in its storage may delegate it to a server, for other devices. */
const byItself = (game: string) => playsHere(game) && stored("alone", "here") === "here";

/** Whether a table can run on this device: everybody is a bot or shares the screen. */
async function madeHere({ game, people, names, daily, past }: LocalPlan): Promise<boolean> {
  if (!(names ? playsHere(game) : byItself(game)) || (past && !isHere(past.table))) return false;
  if (daily) return (await serverGames()) === null; // a server has the same cards for all its guests
  return names !== undefined || people.filter((level) => level === null).length === 1;
}
export const makeTable = async (plan: LocalPlan) => ((await madeHere(plan)) ? pocket("make", plan) : ask<Answers["make"]>(path.make(), plan));
export const takeSeat = (table: string, seat: TakeSeat) => ask<Answers["sit"]>(path.sit(table), seat);

/** Your tables: those of this device and, if it responds, of the server. */
export async function mine(tickets: Ticket[]): Promise<Place[]> {
  const [own, others] = [tickets.filter(({ table }) => isHere(table)), tickets.filter(({ table }) => !isHere(table))];
  const kept = own.length ? await pocket("mine", own.map(({ table }) => table)) : [];
  const served = others.length ? await ask<Answers["mine"]>(path.mine(), { tickets: others }).catch(() => []) : [];
  return [...kept, ...served];
}

export const inquire = <T>(game: string, question: Fields, at: LessonPlace | null = null) => pocket("inquire", game, question, at) as Promise<T>;
export const lesson = (game: string) => (byItself(game) ? pocket("lesson", game) : ask<Answers["lesson"]>(path.lesson(game)));

/** A learner's attempt; what is left to do is put into words here. */
export async function attempt(game: string, what: Attempt): Promise<LessonTurn> {
  if (!byItself(game)) return ask<Answers["attempt"]>(path.attempt(game), what);
  const { actions, steps, ...turn } = await pocket("attempt", game, what);
  const words = wordsOf(game);
  return { ...turn, wants: actions.length && words ? hint({ actions, steps, reasons: [] }, words) : "" };
}

export const dealOfToday = async (game: string) => ((await serverGames()) ? ask<Answers["daily"]>(path.daily(game)) : dealHere(game));

/** Today's deal without a server, and without loading an engine. */
function dealHere(game: string): DailyDeal {
  const { version, least, options } = FACTS.find(({ name }) => name === game)!;
  return { date: new Date().toISOString().slice(0, 10), game, version, seats: least, options: Object.fromEntries(options.map((option) => [option.name, option.default])), level: LEVEL };
}
export const review = (table: string, game: number, seat: number | "open") =>
  isHere(table) ? pocket("review", table, game, seat) : ask<Answers["review"]>(path.review(table, game, seat), undefined, heldAt(table).key);
/** What a seat at a server's table may know. */
export async function sightAt(table: string, key: string | null, game: string, seat: number, signal: AbortSignal | null = null): Promise<Sight> {
  if (!playsHere(game)) throw new RequestRefused({ error: "not_now" });
  const { record } = await ask<Answers["sight"]>(path.sight(table), undefined, key ?? "", signal);
  return { game, seat, record: Uint8Array.from(atob(record), (byte) => byte.charCodeAt(0)) };
}
export const addresses = () => ask<Answers["lan"]>(path.lan());

export const alertKey = () => ask<Answers["alerts"]>(path.alerts());
export const wantAlerts = (table: string, key: string, what: WantAlerts) => ask<Answers["want_alerts"]>(path.want_alerts(table), what, key);
export const muteAlerts = (table: string, endpoint: string) => ask<Answers["mute_alerts"]>(path.mute_alerts(table), { endpoint });
export const handOver = (what: HandOver) => ask<Answers["hand_over"]>(path.hand_over(), what);
export const takeOver = (id: string) => ask<Answers["take_over"]>(path.take_over(id), {});
export const forgetMe = (what: Mine) => ask<Answers["forget"]>(path.forget(), what);
export const openClass = (what: OpenClass) => ask<Answers["open_class"]>(path.open_class(), what);
export const joinClass = (code: string, who: JoinClass) => ask<Answers["join_class"]>(path.join_class(code), who);
/** What a class did, as its teacher may keep it. */
export const classSheet = (code: string, language: string, key: string) => textOf(path.class_sheet(code, language), key);
export const classRows = (code: string, language: string, key: string) => textOf(path.class_rows(code, language), key);

async function textOf(address: string, key: string): Promise<string> {
  const answer = await fetch(address, { headers: { authorization: `Bearer ${key}` } });
  if (!answer.ok) throw new RequestRefused(await answer.json());
  return answer.text();
}

/** The rules of a game, as written. */
export async function rules(game: string): Promise<string> {
  const answer = await fetch(SOURCES[game]?.rules ?? path.rules(game));
  if (!answer.ok) throw new RequestRefused({ error: "unknown" });
  return answer.text();
}
