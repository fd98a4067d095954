/**
 * The page's address: `/`, `/#practise=GAME`, `/#learn=GAME`, `/#rules=GAME`, `/#rules=GAME.CLAUSE` (`all` for none in particular), `/t/TABLE`, `/t/TABLE#review=NUMBER&at=MOVE`, `/class`, `/class/CODE`, `/#profile`, `/#take=ID.KEY`, and in the fragment
 * what must not leave the browser. Tables of this device are `/#table=TABLE` and `/#table=TABLE&review=NUMBER`, so the page can be in any folder.
 */
import { isHere } from "./pocket/names";
import { keep } from "./tickets";

export type Address =
  | { page: "home" }
  | { page: "table"; table: string }
  | { page: "review"; table: string; game: number; move: number }
  | { page: "class"; code: string }
  | { page: "profile"; take: string }
  | { page: "practice"; game: string }
  | { page: "lesson"; game: string }
  | { page: "rules"; game: string; clause: string };

export const TURN = -1; // the move that cost most

const PRACTICE = /^#practise=(\w+)$/;
const LESSON = /^#learn=(\w+)$/;
const RULES = /^#rules=(\w+)(?:\.([RT]\d+|all))?$/;
const PROFILE = /^#(?:profile|take=([\w.-]+))$/;
const TABLE = /^\/t\/([A-Za-z0-9_-]+)\/?$/;
const CLASS = /^\/class(?:\/([A-Za-z]*))?\/?$/;

/** The base of the page: the server's root, or any folder of a static host. */
const root = () => (TABLE.test(location.pathname) || CLASS.test(location.pathname) ? "/" : location.pathname);
const tableAt = (table: string, more = "") => (isHere(table) ? `${root()}#table=${table}${more && `&${more}`}` : `/t/${table}${more && `#${more}`}`);

/** The page a fragment names. */
function pageOf(fragment: string): Address {
  const [practice, lesson, rules] = [PRACTICE, LESSON, RULES].map((form) => form.exec(fragment));
  if (practice) return { page: "practice", game: practice[1]! };
  if (lesson) return { page: "lesson", game: lesson[1]! };
  const profile = PROFILE.exec(fragment);
  if (profile) return { page: "profile", take: profile[1] ?? "" };
  return rules ? { page: "rules", game: rules[1]!, clause: rules[2] ?? "" } : { page: "home" };
}

class Whereabouts {
  now = $state.raw<Address>({ page: "home" });

  /** Read the address bar; keys in the fragment are stored and removed from sight. */
  read = (): void => {
    const school = CLASS.exec(location.pathname);
    if (school) {
      this.now = { page: "class", code: (school[1] ?? "").toUpperCase() };
      return;
    }
    const past = new URLSearchParams(location.hash.slice(1));
    const here = past.get("table");
    const table = TABLE.exec(location.pathname)?.[1] ?? here;
    if (table && past.has("review")) {
      this.now = { page: "review", table, game: Number(past.get("review")) || 0, move: past.get("at") === "turn" ? TURN : Number(past.get("at")) || 0 };
      return;
    }
    if (table && !here && location.hash.length > 1) {
      const secret = new URLSearchParams(location.hash.slice(1));
      const [key, invitation] = [secret.get("k"), secret.get("i")];
      keep(table, { ...(key ? { key } : {}), ...(invitation ? { invitation } : {}) });
      history.replaceState(null, "", location.pathname);
    }
    this.now = table ? { page: "table", table } : pageOf(location.hash);
  };

  /** Go to a table. */
  visit(table: string): void {
    history.pushState(null, "", tableAt(table));
    this.read();
  }

  /** Review one of a table's games, starting at the costliest moment if wanted. */
  review(table: string, game: number, turned = false): void {
    history.pushState(null, "", tableAt(table, `review=${game}${turned ? "&at=turn" : ""}`));
    this.read();
  }

  /** Go to a game's practice page. */
  practise(game: string): void {
    history.pushState(null, "", `${root()}#practise=${game}`);
    this.read();
  }

  /** Go to a class; without a code, to the way in. */
  school(code = ""): void {
    history.pushState(null, "", `/class${code && `/${code}`}`);
    this.read();
  }

  /** Go to a page of a game: `learn=GAME`, `rules=GAME.R7`. */
  open(page: string): void {
    history.pushState(null, "", `${root()}#${page}`);
    this.read();
  }

  /** Go home. */
  home = (): void => {
    history.pushState(null, "", root());
    this.read();
  };
}

export const whereabouts = new Whereabouts();

/** The link that invites others. */
export const invitationLink = (origin: string, table: string, invitation: string) => `${origin}/t/${table}#i=${invitation}`;

/** The link to your own seat, for another device. */
export const seatLink = (origin: string, table: string, key: string) => `${origin}/t/${table}#k=${key}`;
