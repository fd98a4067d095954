/** The page's address: `/`, `/#practise=GAME`, `/t/TABLE`, `/t/TABLE#review=NUMBER&at=MOVE`, and in the fragment what must not leave the browser. */
import { keep } from "./tickets";

export type Address = { page: "home" } | { page: "table"; table: string } | { page: "review"; table: string; game: number; move: number } | { page: "practice"; game: string };

const PRACTICE = /^#practise=(\w+)$/;
const TABLE = /^\/t\/([A-Za-z0-9_-]+)\/?$/;

class Whereabouts {
  now = $state.raw<Address>({ page: "home" });

  /** Read the address bar; keys in the fragment are put away and taken out of sight. */
  read = (): void => {
    const table = TABLE.exec(location.pathname)?.[1];
    const past = new URLSearchParams(location.hash.slice(1));
    if (table && past.has("review")) {
      this.now = { page: "review", table, game: Number(past.get("review")) || 0, move: Number(past.get("at")) || 0 };
      return;
    }
    if (table && location.hash.length > 1) {
      const secret = new URLSearchParams(location.hash.slice(1));
      const [key, invitation] = [secret.get("k"), secret.get("i")];
      keep(table, { ...(key ? { key } : {}), ...(invitation ? { invitation } : {}) });
      history.replaceState(null, "", location.pathname);
    }
    const game = PRACTICE.exec(location.hash)?.[1];
    this.now = table ? { page: "table", table } : game ? { page: "practice", game } : { page: "home" };
  };

  /** Go to a table. */
  visit(table: string): void {
    history.pushState(null, "", `/t/${table}`);
    this.read();
  }

  /** Look back at one of a table's games. */
  review(table: string, game: number): void {
    history.pushState(null, "", `/t/${table}#review=${game}`);
    this.read();
  }

  /** Go where a game is practised. */
  practise(game: string): void {
    history.pushState(null, "", `/#practise=${game}`);
    this.read();
  }

  /** Go home. */
  home = (): void => {
    history.pushState(null, "", "/");
    this.read();
  };
}

export const whereabouts = new Whereabouts();

/** The link that invites others. */
export const invitationLink = (origin: string, table: string, invitation: string) => `${origin}/t/${table}#i=${invitation}`;

/** The link to one's own seat, for one's other device. */
export const seatLink = (origin: string, table: string, key: string) => `${origin}/t/${table}#k=${key}`;
