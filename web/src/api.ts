/** What is asked over plain HTTP. */
import { TEXTS } from "$generated/all.texts";
import { path, type Answers, type Attempt, type Failure, type LessonPlace, type MakeTable, type TakeSeat, type Ticket } from "./protocol";
import { heldAt } from "./tickets";

/** A request the server refused; `failure.error` is one of the protocol's words. */
export class RequestRefused extends Error {
  constructor(readonly failure: Failure) {
    super(failure.error);
  }
}

async function ask<T>(address: string, body?: unknown, key = ""): Promise<T> {
  const answer = await fetch(address, {
    method: body === undefined ? "GET" : "POST",
    headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...(key ? { authorization: `Bearer ${key}` } : {}) },
    body: body === undefined ? null : JSON.stringify(body),
  });
  if (!answer.ok) {
    const failure = await answer.json().catch(() => ({ error: "busy" }));
    throw new RequestRefused(failure as Failure);
  }
  return answer.json() as Promise<T>;
}

export const games = () => ask<Answers["games"]>(path.games());
/** The texts of a game as built into the page, or the server's for a game it was built without. */
export const texts = (game: string, language: string) => ask<Answers["texts"]>(TEXTS[`./texts/${game}.${language}.json`] ?? path.texts(game, language));
export const makeTable = (table: MakeTable) => ask<Answers["make"]>(path.make(), table);
export const takeSeat = (table: string, seat: TakeSeat) => ask<Answers["sit"]>(path.sit(table), seat);
export const mine = (tickets: Ticket[]) => ask<Answers["mine"]>(path.mine(), { tickets });
export const inquire = <T>(game: string, question: Record<string, unknown>, at: LessonPlace | null = null) => ask<T>(path.ask(game), { question, at });
export const lesson = (game: string) => ask<Answers["lesson"]>(path.lesson(game));
export const attempt = (game: string, what: Attempt) => ask<Answers["attempt"]>(path.attempt(game), what);
export const dealOfToday = (game: string) => ask<Answers["daily"]>(path.daily(game));
export const review = (table: string, game: number, seat: number | "open") => ask<Answers["review"]>(path.review(table, game, seat), undefined, heldAt(table).key);
export const judgement = (table: string, game: number, since: number) => ask<Answers["judgement"]>(path.judgement(table, game, since));
export const addresses = () => ask<Answers["lan"]>(path.lan());

/** The rules of a game, as written. */
export async function rules(game: string): Promise<string> {
  const answer = await fetch(path.rules(game));
  if (!answer.ok) throw new RequestRefused({ error: "unknown" });
  return answer.text();
}
