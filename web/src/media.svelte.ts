/** Whether a media query holds. */
export class Media {
  holds = $state(false);

  constructor(query: string) {
    const list = matchMedia(query);
    this.holds = list.matches;
    list.addEventListener("change", () => (this.holds = list.matches));
  }
}
