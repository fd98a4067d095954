/** The trick as it is shown: once taken it lies a moment, so that everybody sees it, and is then gathered. */
import type { Event, View } from "$generated/joomo";
import { told } from "$page/games/game";
import { lasting } from "$page/motion";

const LIES = 1400; // milliseconds
export const FIRST = 0;
export const GAP = 2;

export interface Trick {
  limits: readonly number[]; // in force
  laid: readonly { value: number; place: number }[];
}
type Took = Extract<Event, { readonly event: "took" }>;

export const trickOf = (view: View): Trick => ({ limits: view.limits, laid: view.trick.map((value, i) => ({ value, place: view.places[i] ?? GAP })) });

/** A trick after what happened to it. */
function after(trick: Trick, news: readonly Event[]): Trick {
  let { limits, laid } = trick;
  for (const event of told(news, "led", "limited", "laid", "doubled", "capped")) {
    const place = event.event === "capped" ? limits.indexOf(event.covered) : event.event === "led" || event.event === "limited" ? limits.length : GAP;
    limits = event.event === "capped" ? limits.with(place, event.card) : place === GAP ? limits : [...limits, event.card];
    laid = [...laid, { value: event.card, place }];
  }
  return { limits, laid };
}

export class Seen {
  kept = $state.raw<{ trick: Trick; took: Took } | null>(null); // a taken trick that still lies
  taker = $state.raw<number | null>(null);
  #last: Trick = { limits: [], laid: [] };
  #timer = 0;

  /** Look at the table after an update. */
  look(view: View, news: readonly Event[]): void {
    const took = told(news, "took").at(-1);
    if (took) {
      this.taker = took.seat;
      const trick = after(this.#last, news);
      if (lasting(LIES) && trick.laid.length) {
        this.kept = { trick, took };
        clearTimeout(this.#timer);
        this.#timer = window.setTimeout(() => this.gather(), LIES);
      }
    }
    this.#last = trickOf(view);
  }
  /** Let the winner have it. */
  gather(): void {
    clearTimeout(this.#timer);
    this.kept = null;
  }
}
