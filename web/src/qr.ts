/** A QR code of a short text: byte mode, level M, versions 1 to 10, drawn as a square of dark and light. */

// by version: data codewords, error codewords a block, blocks; and where alignment marks stand
const DATA = [0, 16, 28, 44, 64, 86, 108, 124, 154, 182, 216];
const CHECK = [0, 10, 16, 26, 18, 24, 16, 18, 22, 22, 26];
const BLOCKS = [0, 1, 1, 1, 2, 2, 4, 4, 4, 5, 5];
const MARKS = [[], [], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];

type Grid = (boolean | null)[][];

/** Rows of modules, true for dark. Throws if the text is too long (213 bytes). */
export function qr(text: string): boolean[][] {
  const bytes = [...new TextEncoder().encode(text)];
  const version = DATA.findIndex((room, v) => v > 0 && bytes.length + (v < 10 ? 2 : 3) <= room);
  if (version < 0) throw new Error("too long for a QR code");
  const words = interleaved(packed(bytes, version), version);
  const best = Array.from({ length: 8 }, (_, mask) => drawn(words, version, mask)).sort((a, b) => penalty(a) - penalty(b))[0];
  return best as boolean[][];
}

/** The text as data codewords: mode, length, bytes, filling. */
function packed(bytes: number[], version: number): number[] {
  const bits: number[] = [];
  const put = (value: number, count: number) => {
    for (let i = count - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  const room = DATA[version]! * 8;
  put(0, Math.min(4, room - bits.length));
  put(0, (8 - (bits.length % 8)) % 8);
  const words: number[] = [];
  for (let i = 0; i < bits.length; i += 8) words.push(parseInt(bits.slice(i, i + 8).join(""), 2));
  for (let pad = 0xec; words.length < DATA[version]!; pad ^= 0xec ^ 0x11) words.push(pad);
  return words;
}

function times(a: number, b: number): number {
  let product = 0;
  for (let i = 7; i >= 0; i--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    if ((b >> i) & 1) product ^= a;
  }
  return product;
}

/** The check words of a block: the remainder by the generator of that degree. */
function check(block: number[], degree: number): number[] {
  let generator = [1];
  for (let i = 0, root = 1; i < degree; i++, root = times(root, 2)) {
    const next = [...generator, 0];
    generator.forEach((factor, j) => (next[j + 1]! ^= times(factor, root)));
    generator = next;
  }
  const rest = [...block, ...Array<number>(degree).fill(0)];
  for (let i = 0; i < block.length; i++) {
    const lead = rest[i]!;
    generator.forEach((factor, j) => (rest[i + j]! ^= times(factor, lead)));
  }
  return rest.slice(block.length);
}

/** All codewords in the order they are drawn: block by block in turn, the shorter blocks first. */
function interleaved(words: number[], version: number): number[] {
  const count = BLOCKS[version]!;
  const short = Math.floor(words.length / count);
  const longer = words.length % count;
  const blocks: number[][] = [];
  for (let i = 0, at = 0; i < count; i++) {
    const size = short + (i >= count - longer ? 1 : 0);
    blocks.push(words.slice(at, at + size));
    at += size;
  }
  const checks = blocks.map((block) => check(block, CHECK[version]!));
  const turns = (rows: number[][], length: number) => Array.from({ length }, (_, i) => rows.flatMap((row) => row.slice(i, i + 1))).flat();
  return [...turns(blocks, short + 1), ...turns(checks, CHECK[version]!)];
}

const MASKS: ((r: number, c: number) => boolean)[] = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];

function drawn(words: number[], version: number, mask: number): boolean[][] {
  const size = 17 + 4 * version;
  const grid: Grid = Array.from({ length: size }, () => Array<boolean | null>(size).fill(null));
  drawMarks(grid, version);
  drawFormat(grid, mask);
  if (version >= 7) drawVersion(grid, version);
  drawWords(grid, words, MASKS[mask]!);
  return grid.map((row) => row.map(Boolean));
}

/** A square ring with a core, light around it: finders have radius 3, alignment marks 2. */
function drawTarget(grid: Grid, row: number, column: number, radius: number): void {
  const reach = radius === 3 ? 4 : 2;
  for (let y = -reach; y <= reach; y++) {
    for (let x = -reach; x <= reach; x++) {
      const distance = Math.max(Math.abs(x), Math.abs(y));
      const line = grid[row + y];
      if (line && column + x >= 0 && column + x < grid.length) line[column + x] = distance !== radius - 1 && distance <= radius;
    }
  }
}

function drawMarks(grid: Grid, version: number): void {
  const end = grid.length - 7;
  for (let i = 0; i < grid.length; i++) grid[6]![i] = grid[i]![6] = i % 2 === 0;
  for (const [row, column] of [[3, 3], [3, end + 3], [end + 3, 3]] as const) drawTarget(grid, row, column, 3);
  const marks = MARKS[version]!;
  const far = marks.at(-1);
  for (const row of marks) {
    for (const column of marks) {
      const onFinder = (row === 6 && column === 6) || (row === 6 && column === far) || (row === far && column === 6);
      if (!onFinder) drawTarget(grid, row, column, 2);
    }
  }
}

function remainder(value: number, generator: number, degree: number): number {
  let rest = value << degree;
  for (let bit = 31; bit >= degree; bit--) if ((rest >>> bit) & 1) rest ^= generator << (bit - degree);
  return rest;
}

function drawFormat(grid: Grid, mask: number): void {
  const size = grid.length;
  const bits = ((mask << 10) | remainder(mask, 0x537, 10)) ^ 0x5412; // level M is 00
  for (let i = 0; i < 15; i++) {
    const dark = ((bits >> i) & 1) === 1;
    if (i < 6) grid[i]![8] = dark;
    else if (i < 8) grid[i + 1]![8] = dark;
    else if (i === 8) grid[8]![7] = dark;
    else grid[8]![14 - i] = dark;
    if (i < 8) grid[8]![size - 1 - i] = dark;
    else grid[size - 15 + i]![8] = dark;
  }
  grid[size - 8]![8] = true;
}

function drawVersion(grid: Grid, version: number): void {
  const bits = (version << 12) | remainder(version, 0x1f25, 12);
  for (let i = 0; i < 18; i++) {
    const [a, b] = [Math.floor(i / 3), grid.length - 11 + (i % 3)];
    grid[a]![b] = grid[b]![a] = ((bits >> i) & 1) === 1;
  }
}

/** Words go up and down in columns of two, from the right, around all that is drawn already. */
function drawWords(grid: Grid, words: number[], masked: (r: number, c: number) => boolean): void {
  const size = grid.length;
  let bit = 0;
  let up = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5; // the timing line
    for (let i = 0; i < size; i++) {
      const row = up ? size - 1 - i : i;
      for (const column of [right, right - 1]) {
        if (grid[row]![column] !== null) continue;
        const dark = (((words[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1;
        grid[row]![column] = dark !== masked(row, column);
        bit++;
      }
    }
    up = !up;
  }
}

/** How hard a drawing is to read: long lines, blocks, false finders, too much of one shade. */
function penalty(grid: boolean[][]): number {
  const size = grid.length;
  const columns = grid.map((_, c) => grid.map((row) => row[c]!));
  let points = 0;
  for (const line of [...grid, ...columns]) {
    const text = line.map((dark) => (dark ? "1" : "0")).join("");
    for (const run of text.match(/1{5,}|0{5,}/g) ?? []) points += run.length - 2;
    points += 40 * (text.match(/(?=10111010000|00001011101)/g)?.length ?? 0);
  }
  for (let r = 1; r < size; r++) {
    for (let c = 1; c < size; c++) {
      const shade = grid[r]![c];
      if (shade === grid[r - 1]![c] && shade === grid[r]![c - 1] && shade === grid[r - 1]![c - 1]) points += 3;
    }
  }
  const dark = grid.flat().filter(Boolean).length / (size * size);
  return points + 10 * Math.floor(Math.abs(dark - 0.5) * 20);
}
