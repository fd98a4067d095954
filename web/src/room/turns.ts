/** Whose turn it is, told outside the page: on its icon, and to whoever does not look. */
import { isHere } from "../pocket/names";
import type { Room } from "../room.svelte";

/** Whether one plays with people on other devices, who may take their time. */
export const withFriends = ({ table, seated, seat, scene }: Room): boolean =>
  seated && !isHere(table) && !table.startsWith("class-") && (scene?.people ?? []).some(({ own }, other) => own && other !== seat);

/** Mark the page's icon while it is one's turn and nobody looks. */
export function mark(mine: boolean): void {
  if (mine && document.hidden) void navigator.setAppBadge?.(1).catch(() => {});
  else void navigator.clearAppBadge?.().catch(() => {});
}
