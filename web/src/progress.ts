/** Progress in each game on this device: five stars, and the number of wins. */
import { learnt } from "./learn/progress";
import { LEVELS } from "./levels";
import type { Scene } from "./protocol";
import { store, stored } from "./stored";

interface Played {
  games: string[]; // the last ones, so that none is counted twice
  played: number;
  won: number;
  beaten: number; // the strongest level that was, as a place in LEVELS; -1 before
}
const REMEMBERED = 40;
/** A game that was played to its end, to look back at. */
export interface Result {
  table: string;
  number: number;
  game: string;
  won: boolean;
  date: string;
}
/** The last games, the latest first. */
export const resultsOf = () => stored<Result[]>("results", []);
export const STARS = ["lesson", "win", "three", "medium", "hard"] as const;

/** The stored progress of a game, whatever the storage contains. */
export function playedOf(game: string): Played {
  const { games, played, won, beaten } = stored<Partial<Played> | null>(`played.${game}`, null) ?? {};
  return { games: Array.isArray(games) ? games : [], played: Number(played) || 0, won: Number(won) || 0, beaten: Number.isInteger(beaten) ? Number(beaten) : -1 };
}

/** Whether a game has been won here. */
export const wonOnce = (game: string) => playedOf(game).won > 0;

/** Count a finished game at your own seat, once. Games continued from a review do not count. */
export function countGame({ table, games, game, seat, people, end, past }: Scene): void {
  const [kept, name] = [playedOf(game), `${table}.${games}`];
  if (!end || seat < 0 || past || people[seat]?.level || kept.games.includes(name)) return;
  const levels = people.flatMap(({ level }, other) => (other === seat ? [] : [LEVELS.findIndex((one) => one === level)]));
  const [won, weakest] = [end.winners.includes(seat), levels.length ? Math.min(...levels) : -1];
  store("results", [{ table, number: games, game, won, date: new Date().toISOString() }, ...resultsOf()].slice(0, REMEMBERED));
  store(`played.${game}`, {
    games: [...kept.games, name].slice(-REMEMBERED), played: kept.played + 1,
    won: kept.won + Number(won), beaten: won ? Math.max(kept.beaten, weakest) : kept.beaten,
  });
}

/** The five stars of a game: the lesson, a win, three wins, a win at the levels medium and hard. */
export function starsOf(game: string): boolean[] {
  const { won, beaten } = playedOf(game);
  return [learnt(game), won > 0, won > 2, beaten >= LEVELS.indexOf("medium"), beaten >= LEVELS.indexOf("hard")];
}
