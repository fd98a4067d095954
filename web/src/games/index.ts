/** The games' folders, found by their names: faces, backs and facts at once, tables when they are first opened. */
import type { About, Back, Face, Pictures, PracticeComponent, TableComponent } from "./game";

const faces = import.meta.glob<Face>("./*/Face.svelte", { eager: true, import: "default" });
const backs = import.meta.glob<Back>("./*/Back.svelte", { eager: true, import: "default" });
const abouts = import.meta.glob<About>("./*/about.ts", { eager: true, import: "about" });
const pictures = import.meta.glob<Pictures>("./*/pictures.ts", { eager: true, import: "pictures" });
const tables = import.meta.glob<TableComponent>("./*/Table.svelte", { import: "default" });
const practices = import.meta.glob<PracticeComponent>("./*/Practice.svelte", { import: "default" });

function found<T>(parts: Record<string, T>, path: string): T {
  const part = parts[path] ?? Object.values(parts)[0];
  if (part === undefined) throw new Error(`no ${path}`);
  return part;
}

export const faceOf = (game: string): Face => found(faces, `./${game}/Face.svelte`);
export const backOf = (game: string): Back => found(backs, `./${game}/Back.svelte`);
export const aboutOf = (game: string): About | undefined => abouts[`./${game}/about.ts`];
/** The cards that stand beside the clauses of a game. */
export const picturesOf = (game: string): Pictures => pictures[`./${game}/pictures.ts`] ?? {};

/** The table of a game, or null if this page cannot show it yet. */
export const tableOf = (game: string): Promise<TableComponent> | null => tables[`./${game}/Table.svelte`]?.() ?? null;

/** Where a game can be practised alone, or null. */
export const practiceOf = (game: string): (() => Promise<PracticeComponent>) | null => practices[`./${game}/Practice.svelte`] ?? null;
