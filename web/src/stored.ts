/** What this device keeps: small values by name, in the browser's own storage. */

/** A stored value, or `otherwise` if there is none, or storage is closed. */
export function stored<T>(name: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(`brelan.${name}`);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

/** Keep a value; null forgets it. */
export function store(name: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(`brelan.${name}`);
    else localStorage.setItem(`brelan.${name}`, JSON.stringify(value));
  } catch {
    // storage is closed or full: the value lives as long as the page
  }
}
