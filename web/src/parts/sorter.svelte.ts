/** How the hand on the screen is sorted, for whoever shows the button. */

interface Offer {
  label: string;
  next(): void; // another way to sort
}

class Sorter {
  now = $state.raw<Offer | null>(null);

  /** A hand says how it is sorted; what it returns takes that back. */
  offer(offer: Offer | null): () => void {
    this.now = offer;
    return () => {
      if (this.now === offer) this.now = null;
    };
  }
}

export const sorter = new Sorter();
