/** The four suits, by shape and shade: clubs, diamonds, hearts, spades. */
export const SUITS = [
  { name: "C", ink: "#1f5a34", shape: "M50 12a19 19 0 0 1 16 29 19 19 0 1 1-10 33l4 16H40l4-16A19 19 0 1 1 34 41 19 19 0 0 1 50 12z" },
  { name: "D", ink: "#b64a10", shape: "M50 8 82 50 50 92 18 50z" },
  { name: "H", ink: "#b3202c", shape: "M50 90C20 66 10 52 10 35a20 20 0 0 1 40-6 20 20 0 0 1 40 6c0 17-10 31-40 55z" },
  { name: "S", ink: "#25304f", shape: "M50 8c26 24 36 34 36 48a18 18 0 0 1-30 13l4 23H40l4-23a18 18 0 0 1-30-13C14 42 24 32 50 8z" },
] as const;
export const STAR = "M50 6 63 37 96 40 71 62 79 95 50 77 21 95 29 62 4 40 37 37z";
export const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"] as const;
export const JOKER = 52;
