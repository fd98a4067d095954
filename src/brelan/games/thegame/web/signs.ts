/** The signs of the signals, by their names; a step back also marks a card that can make one. */
export const SIGNS = {
  clear: "M5 12h14",
  hold: "M8 13V6a1.5 1.5 0 0 1 3 0v5V4a1.5 1.5 0 0 1 3 0v7V6a1.5 1.5 0 0 1 3 0v8c0 4-2.5 7-6 7-3 0-4.5-1.5-6-4.5L3.5 13a1.5 1.5 0 0 1 2.6-1.4z",
  gentle: "M4 20C6 11 11 5 20 4c0 8-5 13-12 13M4 20l8-9",
  back: "M17 4v9a4 4 0 0 1-8 0V8M9 8 5.5 11.5M9 8l3.5 3.5",
  good: "M12 20S4 15 4 9a4 4 0 0 1 8-1.5A4 4 0 0 1 20 9c0 6-8 11-8 11z",
} as const;
