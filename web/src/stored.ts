/** Small values stored by name on this device. */

/** A stored value, or `otherwise` if there is none or storage is not available. */
export function stored<T>(name: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(`brelan.${name}`);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

/** Store a value; null removes it. */
export function store(name: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(`brelan.${name}`);
    else localStorage.setItem(`brelan.${name}`, JSON.stringify(value));
  } catch {
    // storage is unavailable or full: the value lasts as long as the page
  }
}
