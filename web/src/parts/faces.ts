/** The bots: eight animals of one family. Each has a head of its own; eyes, brows and mouth are the same for all, and a mood changes nothing else. */

export type Mood = "calm" | "thinking" | "glad" | "worried";
/** A shape: its fill, its outline, and the width of its stroke where it is a line. */
type Shape = readonly [colour: string, path: string, width?: number];

export interface Animal {
  disc: string;
  head: readonly Shape[];
  eyes: readonly [left: number, right: number, y: number];
  mouth: number; // how low it is
  kind?: "beak" | "wide" | "masked"; // a bird; a frog; light eyes in a dark mask
}

const oval = (x: number, y: number, rx: number, ry = rx) => `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`;
const ovals = (left: number, right: number, y: number, r: number) => oval(left, y, r) + oval(right, y, r);
const NOSE = "#3a241a";

const ANIMALS = {
  ada: {
    disc: "#7a3b5c", eyes: [35, 65, 52], mouth: 77, // a fox: quick
    head: [
      ["#e07a34", "M13 12 40 30H60L87 12Q92 36 86 54 74 90 50 92 26 90 14 54 8 36 13 12Z"],
      ["#5b2b1d", "M18 21 33 31 20 42ZM82 21 67 31 80 42Z"],
      ["#fff1dc", "M14 56Q32 58 44 78 48 88 50 92 24 90 14 56ZM86 56Q68 58 56 78 52 88 50 92 76 90 86 56Z"],
      [NOSE, oval(50, 69, 5.5, 4.2)],
    ],
  },
  blaise: {
    disc: "#1f6f78", eyes: [35, 65, 50], mouth: 67, kind: "beak", // an owl: never hurries
    head: [
      ["#8a6a4d", "M17 20 34 27Q50 21 66 27L83 20Q88 40 86 58 84 92 50 92 16 92 14 58 12 40 17 20Z"],
      ["#6f5239", "M50 92Q24 92 17 70 30 84 50 84T83 70Q76 92 50 92ZM17 20 34 27 27 34ZM83 20 66 27 73 34Z"],
      ["#f3e3c4", ovals(35, 65, 50, 17)],
    ],
  },
  carl: {
    disc: "#3c6b3a", eyes: [36, 64, 48], mouth: 74, // a bear: steady
    head: [
      ["#8d5b3a", ovals(22, 78, 26, 13)],
      ["#d9a878", ovals(22, 78, 26, 6.5)],
      ["#a06a45", oval(50, 55, 37, 36)],
      ["#8d5b3a", "M15 66Q24 91 50 91T85 66Q74 82 50 82T15 66Z"],
      ["#e8c39c", oval(50, 69, 19, 15)],
      [NOSE, oval(50, 62, 6.5, 4.5)],
    ],
  },
  emmy: {
    disc: "#8a5a12", eyes: [35, 65, 52], mouth: 73, // a cat: patient
    head: [
      ["#7d8796", "M16 12 38 27Q50 24 62 27L84 12Q90 36 88 56 86 91 50 91 14 91 12 56 10 36 16 12Z"],
      ["#e7b7b0", "M20 20 32 29 20 38ZM80 20 68 29 80 38Z"],
      ["#596373", "M50 25V38M41 27 43 37M59 27 57 37", 4],
      ["#f4efe8", oval(50, 74, 20, 13)],
      ["#c4646a", "M45 65H55L50 70Z"],
      ["#f4efe8", "M8 66 25 69M9 77 25 75M92 66 75 69M91 77 75 75", 2],
    ],
  },
  otto: {
    disc: "#4d4a6e", eyes: [32, 68, 50], mouth: 78, kind: "masked", // a badger: plays safe
    head: [
      ["#2e2c33", ovals(20, 80, 28, 10)],
      ["#efe6da", ovals(20, 80, 28, 5)],
      ["#efe6da", "M50 16Q88 18 87 56 84 92 50 92 16 92 13 56 12 18 50 16Z"],
      ["#3a3840", "M26 22Q44 30 42 58 36 70 22 72 12 66 13 52 14 30 26 22ZM74 22Q56 30 58 58 64 70 78 72 88 66 87 52 86 30 74 22Z"],
      ["#d3c6b4", "M20 76Q34 92 50 92T80 76Q66 85 50 85T20 76Z"],
      [NOSE, oval(50, 67, 7, 5)],
    ],
  },
  sofia: {
    disc: "#2d5f8f", eyes: [36, 64, 55], mouth: 77, // a hare: leaps
    head: [
      ["#c9a27a", "M32 40Q18 14 26 3 38 2 44 36ZM68 40Q82 14 74 3 62 2 56 36Z"],
      ["#efc6b4", "M33 34Q25 16 28 9 35 12 40 34ZM67 34Q75 16 72 9 65 12 60 34Z"],
      ["#d9b48b", oval(50, 61, 34, 31)],
      ["#c09a72", "M18 70Q28 92 50 92T82 70Q70 84 50 84T18 70Z"],
      ["#fbeedd", oval(50, 74, 15, 11)],
      ["#a3524f", "M45.5 66H54.5L50 71Z"],
    ],
  },
  pip: {
    disc: "#a33b2b", eyes: [35, 65, 50], mouth: 67, kind: "beak", // a chick: still learns
    head: [
      ["#f0b024", "M50 20Q44 8 50 4 52 10 58 8 54 14 54 20Z"],
      ["#f8cf4c", oval(50, 56, 37, 36)],
      ["#e6b22f", "M15 66Q24 92 50 92T85 66Q74 82 50 82T15 66Z"],
    ],
  },
  wanda: {
    disc: "#5a4a86", eyes: [30, 70, 32], mouth: 66, kind: "wide", // a frog: cheerful
    head: [
      ["#6aa84f", ovals(30, 70, 32, 17)],
      ["#78b85c", "M50 32Q90 34 89 64 86 91 50 91 14 91 11 64 10 34 50 32Z"],
      ["#5d9645", "M12 70Q22 91 50 91T88 70Q76 82 50 82T12 70Z"],
      ["#fbf6e4", ovals(30, 70, 32, 11)],
      ["#3c6b2c", "M44 55v.1M56 55v.1", 3.5],
    ],
  },
} as const satisfies Record<string, Animal>;

export type Who = keyof typeof ANIMALS;
export const animal = (who: Who): Animal => ANIMALS[who];
export const CAST = Object.keys(ANIMALS) as Who[];
const SEATS = 6; // the seats that bots can take have names and faces of their own

/** Who sits on a seat that a bot plays. */
export const botAt = (seat: number): Who => CAST[seat % SEATS] ?? "ada";
