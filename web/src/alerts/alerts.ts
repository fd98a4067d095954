/** Being told when it is one's turn: by the page while it is hidden, by the service worker when it is closed. */
import { alertKey, muteAlerts, wantAlerts } from "../api";
import { say } from "../say.svelte";
import { settings } from "../settings.svelte";
import { store, stored } from "../stored";
import { heldAt } from "../tickets";

export interface Quiet {
  from: string; // as a clock shows it, `22:00`
  to: string;
}
interface Kept {
  asked: boolean; // whether it was offered
  tables: string[]; // that alert this device
  quiet: Quiet | null;
}
const NIGHT: Quiet = { from: "22:00", to: "07:00" };
const DAY = 1440; // minutes
const MANY = 60;

const kept = (): Kept => ({ asked: false, tables: [], quiet: NIGHT, ...stored<Partial<Kept>>("alerts", {}) });
const keep = (what: Partial<Kept>) => store("alerts", { ...kept(), ...what });

/** Whether this browser can be told anything. */
export const possible = () => "Notification" in window && Notification.permission !== "denied" && "serviceWorker" in navigator;
/** Whether it should be offered at this table: it was not put aside, and the table does not alert yet. */
export const offered = (table: string) => possible() && !kept().asked && !alerts(table);
/** Whether a table alerts this device. */
export const alerts = (table: string) => kept().tables.includes(table);
export const quietHours = () => kept().quiet;
/** It was offered and is not wanted. */
export const putAside = () => keep({ asked: true });

const minutes = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
/** A clock of this device in minutes of the day in UTC. */
const utc = (clock: string) => (((minutes(clock) + new Date().getTimezoneOffset()) % DAY) + DAY) % DAY;
const bytes = (text: string) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0));
const text = (raw: ArrayBuffer | null) => btoa(String.fromCharCode(...new Uint8Array(raw ?? new ArrayBuffer(0)))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

/** The subscription of this browser, made if need be; null where there is no push. */
async function subscription(): Promise<PushSubscription | null> {
  const worker = await navigator.serviceWorker.getRegistration();
  const { key } = await alertKey();
  if (!worker?.pushManager || !key) return null;
  return (await worker.pushManager.getSubscription()) ?? worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
}

/** Tell this device when it is its turn at a table. Returns whether it will be. */
export async function turnOn(table: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") return false;
  keep({ asked: true, tables: [...kept().tables.filter((other) => other !== table), table].slice(-MANY) });
  await tell(table, true).catch(() => {}); // without push, the page itself tells while it is open
  return true;
}

/** Mute a table. */
export async function turnOff(table: string): Promise<void> {
  keep({ tables: kept().tables.filter((other) => other !== table) });
  await tell(table, false).catch(() => {});
}

/** Be quiet between two hours, at every table; null at none. */
export async function beQuiet(quiet: Quiet | null): Promise<void> {
  keep({ quiet });
  for (const table of kept().tables) await tell(table, true).catch(() => {});
}

async function tell(table: string, on: boolean): Promise<void> {
  const found = await subscription();
  const { key } = heldAt(table);
  if (!found || !key) return;
  const quiet = kept().quiet;
  await wantAlerts(table, key, {
    endpoint: found.endpoint, key: text(found.getKey("p256dh")), secret: text(found.getKey("auth")), language: settings.language, on,
    quiet: quiet ? [utc(quiet.from), utc(quiet.to)] : null,
  });
}

/** Nothing of this browser is kept on the server any more. */
export async function forgetAll(): Promise<void> {
  const found = await navigator.serviceWorker?.getRegistration().then((worker) => worker?.pushManager?.getSubscription() ?? null).catch(() => null);
  for (const table of kept().tables) if (found) await muteAlerts(table, found.endpoint).catch(() => {});
  await found?.unsubscribe();
  store("alerts", null);
}

/** Show that it is one's turn at a table whose page is open and hidden. */
export async function show(table: string, body: string): Promise<void> {
  if (!alerts(table) || Notification.permission !== "granted") return;
  const worker = await navigator.serviceWorker?.getRegistration();
  await worker?.showNotification(say("your_turn"), { body, tag: table, data: { table } });
}
