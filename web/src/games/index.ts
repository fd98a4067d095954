/** The games' web folders: faces, backs and facts at once, tables when they are first opened. What a game does not have is plain. */
import { GAMES } from "$generated/all.games";
import { fetchFacts } from "../facts.svelte";
import type { About, Back, Face, Panel, Pictures, PracticeComponent, TableComponent } from "./game";
import PlainBack from "./plain/Back.svelte";
import PlainFace from "./plain/Face.svelte";
import { plain } from "./plain/about";

export const faceOf = (game: string): Face => GAMES[game]?.Face ?? PlainFace;
export const backOf = (game: string): Back => GAMES[game]?.Back ?? PlainBack;
export const aboutOf = (game: string): About => GAMES[game]?.about ?? plain(game);
/** The cards that stand beside the clauses of a game. */
export const picturesOf = (game: string): Pictures => GAMES[game]?.pictures ?? {};

/** The pictures its rules begin with. */
export const panelsOf = (game: string): readonly Panel[] => GAMES[game]?.panels ?? [];

/** The table of a game: its own, or one made from its description. */
export async function tableOf(game: string): Promise<TableComponent> {
  const own = GAMES[game]?.table;
  if (!own) await fetchFacts();
  return (await (own ?? (() => import("./plain/Table.svelte")))()).default;
}

/** Where a game can be practised alone, or null. */
export const practiceOf = (game: string): (() => Promise<{ default: PracticeComponent }>) | null => GAMES[game]?.practice ?? null;
