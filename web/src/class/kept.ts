/** What this device keeps of classes: the one it joined, and the keys of those it teaches. */
import { store, stored } from "../stored";

export interface Membership {
  code: string;
  key: string;
}

/** The class this device joined, if it did. */
export const membership = () => stored<Membership | null>("class", null);
/** Remember the class joined; null forgets it. */
export const keepMembership = (joined: Membership | null) => store("class", joined);

/** The teacher's keys, by code. */
export const taught = () => stored<Record<string, string>>("classes", {});
/** Keep a teacher's key, or forget it. */
export function keepTaught(code: string, key: string | null): void {
  const others = Object.entries(taught()).filter(([other]) => other !== code);
  store("classes", Object.fromEntries(key ? [...others, [code, key]] : others));
}
