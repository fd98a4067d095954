/** Exporting and importing games of this device, in the notation that `brelan replay` reads. */
import { whereabouts } from "../address.svelte";
import { say } from "../say.svelte";
import { settings } from "../settings.svelte";
import { keep } from "../tickets";
import { toasts } from "../toasts.svelte";
import { pocket } from "./pocket";

/** Open a saved game at a new table of this device, and go there. */
export async function bring(file: File | undefined): Promise<void> {
  if (!file) return;
  try {
    const { table, key } = await pocket("bring", await file.text(), settings.name || say("guest"));
    keep(table, { key });
    whereabouts.visit(table);
  } catch {
    toasts.show(say("bring_failed"));
  }
}

/** Hand the game on a table to the browser, as a file. */
export async function save(table: string): Promise<void> {
  saveFile(`${table}.txt`, await pocket("save", table), "text/plain");
}

/** Hand a text to the browser, as a file. */
export function saveFile(name: string, text: string, type: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
