/** Motion, and its absence if reduced motion is wanted. */
import { cubicOut } from "svelte/easing";
import { crossfade, type TransitionConfig } from "svelte/transition";
import { settings } from "./settings.svelte";

export const SWIFT = 180;
export const EASY = 320;

/** A duration, or 0 with reduced motion. */
export const lasting = (time: number) => (settings.still ? 0 : time);

/** Count from 0 to 1, first fast and then slowly, after a wait; return what stops it. */
export function count(wait: number, time: number, show: (share: number) => void): () => void {
  const start = performance.now() + lasting(wait);
  let frame = 0;
  function step(now: number) {
    const share = settings.still ? 1 : Math.min(1, Math.max(0, (now - start) / time));
    show(cubicOut(share));
    if (share < 1) frame = requestAnimationFrame(step);
  }
  step(start);
  return () => cancelAnimationFrame(frame);
}

/** A card that disappears in one place and appears in another, with the same key, travels between them. */
export const [leave, arrive] = crossfade({
  duration: () => lasting(EASY),
  easing: cubicOut,
  fallback: (node) => from(node, null),
});

/** A card that comes from a seat around the table, or goes there; without one it appears, or fades. */
export function from(node: Element, seat: number | null): TransitionConfig {
  const origin = seat === null ? null : document.querySelector(`[data-seat="${seat}"]`);
  if (!origin) return { duration: lasting(SWIFT), css: (t) => `opacity: ${t}` };
  const [a, b] = [origin.getBoundingClientRect(), node.getBoundingClientRect()];
  const x = a.left + a.width / 2 - (b.left + b.width / 2);
  const y = a.top + a.height / 2 - (b.top + b.height / 2);
  return {
    duration: lasting(EASY),
    easing: cubicOut,
    css: (t, u) => `translate: ${u * x}px ${u * y}px; scale: ${0.4 + 0.6 * t}; opacity: ${Math.min(1, 3 * t)}`,
  };
}

/** The previous card stays until the next one has arrived. */
export const stay = (_node: Element): TransitionConfig => ({ duration: lasting(EASY) });

/** Something that rises into place. */
export function rise(_node: Element): TransitionConfig {
  return { duration: lasting(SWIFT), easing: cubicOut, css: (t, u) => `opacity: ${t}; translate: 0 ${u * 8}px` };
}

/** A card laid on the table: your own travels from the hand, another's from its seat. */
export function land(node: Element, { key, seat, own }: { key: string; seat: number | null; own: boolean }) {
  return own ? arrive(node, { key }) : from(node, seat);
}
