/** What is asked over plain HTTP. */
import { TEXTS } from "$generated/all.texts";
import type { Attempt, DailyDeal, Failure, GameFacts, Judgement, Lesson, LessonPlace, LessonTurn, MakeTable, Place, Review, Seated, TakeSeat, Ticket } from "./protocol";

/** A request the server refused; `failure.error` is one of the protocol's words. */
export class RequestRefused extends Error {
  constructor(readonly failure: Failure) {
    super(failure.error);
  }
}

async function ask<T>(path: string, body?: unknown): Promise<T> {
  const answer = await fetch(path, {
    method: body === undefined ? "GET" : "POST",
    headers: body === undefined ? {} : { "content-type": "application/json" },
    body: body === undefined ? null : JSON.stringify(body),
  });
  if (!answer.ok) {
    const failure = await answer.json().catch(() => ({ error: "busy" }));
    throw new RequestRefused(failure as Failure);
  }
  return answer.json() as Promise<T>;
}

export const games = () => ask<GameFacts[]>("/api/games");
/** The texts of a game as built into the page, or the server's for a game it was built without. */
export const texts = (game: string, language: string) => ask<Record<string, unknown>>(TEXTS[`./texts/${game}.${language}.json`] ?? `/api/texts/${game}/${language}`);
export const makeTable = (table: MakeTable) => ask<Seated>("/api/tables", table);
export const takeSeat = (table: string, seat: TakeSeat) => ask<Seated>(`/api/tables/${table}/seats`, seat);
export const mine = (tickets: Ticket[]) => ask<Place[]>("/api/mine", { tickets });
export const inquire = <T>(game: string, question: Record<string, unknown>, at: LessonPlace | null = null) => ask<T>(`/api/ask/${game}`, { question, at });
export const lesson = (game: string) => ask<Lesson>(`/api/lessons/${game}`);
export const attempt = (game: string, what: Attempt) => ask<LessonTurn>(`/api/lessons/${game}/try`, what);
export const dealOfToday = (game: string) => ask<DailyDeal>(`/api/daily/${game}`);
export const review = (table: string, game: number, seat: number | "open") => ask<Review>(`/api/tables/${table}/review/${game}/${seat}`);
export const judgement = (table: string, game: number, since: number) => ask<Judgement>(`/api/tables/${table}/judgement/${game}/${since}`);
export const addresses = () => ask<{ addresses: string[] }>("/api/lan");

/** The rules of a game, as written. */
export async function rules(game: string): Promise<string> {
  const answer = await fetch(`/api/rules/${game}`);
  if (!answer.ok) throw new RequestRefused({ error: "unknown" });
  return answer.text();
}
