import { type Glyphs, UNICODE_GLYPHS } from '../glyphs.ts';

export interface DotCanvas {
  /** Dots across: two for each column. */
  width: number;
  /** Dots down: four for each row. */
  height: number;
  /** Sets the dot at `x` from the left and `y` from the top. */
  set: (x: number, y: number) => void;
  /** One text for each row. */
  rows: (glyphs: Glyphs) => string[];
}

/** A drawing of dots, eight per character: braille, or an ASCII approximation if the locale is not UTF-8. */
export function createDotCanvas(columns: number, rows: number): DotCanvas {
  const cells = new Uint8Array(columns * rows);
  return {
    width: columns * DOTS_ACROSS,
    height: rows * DOTS_DOWN,
    set: (x, y) => {
      const column = Math.floor(x / DOTS_ACROSS);
      const row = Math.floor(y / DOTS_DOWN);
      if (column < 0 || column >= columns || row < 0 || row >= rows) return;
      const bit = BITS[y % DOTS_DOWN]?.[x % DOTS_ACROSS] ?? 0;
      cells[row * columns + column] = (cells[row * columns + column] ?? 0) | bit;
    },
    rows: (glyphs) => {
      const sign = glyphs === UNICODE_GLYPHS ? toBraille : toAscii;
      return Array.from({ length: rows }, (_, row) =>
        Array.from(cells.subarray(row * columns, (row + 1) * columns), sign).join(''),
      );
    },
  };
}

const DOTS_ACROSS = 2;
const DOTS_DOWN = 4;

// The order of Unicode's braille block: two columns of three, then the fourth row, which was added later.
const BITS = [
  [0x01, 0x08],
  [0x02, 0x10],
  [0x04, 0x20],
  [0x40, 0x80],
] as const;

function toBraille(dots: number): string {
  return dots === 0 ? ' ' : String.fromCodePoint(0x2800 + dots);
}

/** Chosen by the height of the dots: `'` high, `-` in the middle, `.` low, `|` all of it. */
function toAscii(dots: number): string {
  if (dots === 0) return ' ';
  const rows = BITS.map(([left, right]) => (dots & (left | right)) !== 0);
  const first = rows.indexOf(true);
  const last = rows.lastIndexOf(true);
  if (last - first >= 2) return '|';
  if (last <= 1) return "'";
  return first >= 2 ? '.' : '-';
}
