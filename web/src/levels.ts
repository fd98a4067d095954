/** The name of a bot's level. */
import { say } from "./say.svelte";

export const LEVELS = ["random", "easy", "medium", "hard", "champion"] as const;

export function levelName(level: string): string {
  const known = LEVELS.find((name) => name === level);
  return known ? say(`level_${known}`) : level;
}
