/** This device's say in the cards, and the check afterwards: docs/shuffles.md. `brelan verify` deals a whole game again. */
import type { Shuffle } from "./protocol";
import { store, stored } from "./stored";

const KEPT = 8; // shuffles of a table this device remembers
const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** A number of one's own for a coming shuffle, noted with the commitment seen before. */
export function addTo(table: string, commitment: string): string {
  const number = hex(crypto.getRandomValues(new Uint8Array(32)));
  const noted = Object.entries(stored<Record<string, string>>(`shuffles.${table}`, {})).slice(1 - KEPT);
  store(`shuffles.${table}`, Object.fromEntries([...noted, [commitment, number]]));
  return number;
}

/** Whether the secret fits what this device noted, and its number was used; null if that cannot be told here. */
export async function fits(table: string, seat: number, { commitment, numbers, secret }: Shuffle): Promise<boolean | null> {
  const noted = stored<Record<string, string>>(`shuffles.${table}`, {})[commitment];
  if (!noted || !secret || !globalThis.crypto?.subtle) return null;
  const bytes = Uint8Array.from(secret.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const found = hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
  return found === commitment && numbers[seat] === noted;
}
