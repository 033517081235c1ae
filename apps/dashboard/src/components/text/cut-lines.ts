import { formatNumber } from '../../format/count.ts';

// What a browser lays out without a noticeable delay.
const MAX_LINES = 400;
const MAX_LINE_CHARACTERS = 2_000;
const MAX_CHARACTERS = 100_000;

/** The part of a text that is shown at first. */
export interface CutLines {
  text: string;
  /** What is left out, such as `600 lines` or `998,000 characters`; null when nothing is. */
  leftOut: { lines: number; characters: number } | null;
}

/** Cuts a text to 400 lines, each of 2,000 characters, and 100,000 characters. Keeps its beginning or its end. */
export function cutLines(text: string, keep: 'beginning' | 'end' = 'beginning'): CutLines {
  const near = keep === 'end' ? text.slice(-MAX_CHARACTERS) : text.slice(0, MAX_CHARACTERS);
  const all = near.split('\n');
  const lines = keep === 'end' ? all.slice(-MAX_LINES) : all.slice(0, MAX_LINES);
  const cut = lines.map((line) =>
    line.length > MAX_LINE_CHARACTERS ? `${line.slice(0, MAX_LINE_CHARACTERS)} …` : line,
  );
  const shown = cut.join('\n');
  const isWhole = near.length === text.length && lines.length === all.length;
  if (isWhole && cut.every((line, index) => line === lines[index])) return { text, leftOut: null };
  const characters = text.length - lines.join('\n').length;
  const ofLongLines = lines.reduce(
    (sum, line) => sum + Math.max(0, line.length - MAX_LINE_CHARACTERS),
    0,
  );
  return {
    text: shown,
    leftOut: {
      lines: countLines(text) - lines.length,
      characters: characters + ofLongLines,
    },
  };
}

/** The number of lines, without an array of all of them. */
export function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}

/** What the button beside a cut text says: `Show all 1,000 lines`, or characters where lines are long. */
export function showAllText(text: string, { lines }: NonNullable<CutLines['leftOut']>): string {
  return lines > FEW_LINES
    ? `Show all ${formatNumber(countLines(text))} lines`
    : `Show all ${formatNumber(text.length)} characters`;
}

const FEW_LINES = 10;
