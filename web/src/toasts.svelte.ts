/** Short notes that disappear on their own. */

export interface Toast {
  id: number;
  text: string;
  clause?: string;
}

const SHOWN_FOR = 6000;

class Toasts {
  all = $state<Toast[]>([]);
  #next = 0;

  /** Show a note; repeating one restarts it. */
  show(text: string, clause?: string): void {
    const id = this.#next++;
    this.all = [...this.all.filter((toast) => toast.text !== text), { id, text, ...(clause ? { clause } : {}) }].slice(-3);
    setTimeout(() => this.hide(id), SHOWN_FOR);
  }

  /** Remove a note. */
  hide(id: number): void {
    this.all = this.all.filter((toast) => toast.id !== id);
  }
}

export const toasts = new Toasts();
