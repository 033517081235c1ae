import { measureText } from './fitted-text.ts';
import { wrapFacts, wrapText } from './wrapped-lines.ts';
import type { Look } from '../look.ts';

// With more columns, the eye loses the line between the two ends.
const WIDEST_COLUMNS = 100;

/**
 * One line with a text at each end, or several if they do not fit: in details, a title is never cut, but wrapped with
 * a hanging indent. `paint` colours each line of the left text after measuring; the right end is dim.
 */
export function spreadLine(
  left: string,
  right: string,
  look: Look,
  paint: (text: string, line: number) => string = String,
): string[] {
  const columns = Math.min(look.columns, WIDEST_COLUMNS);
  const lines = measureText(left) > look.columns ? wrapText(left, look.columns) : [left];
  const painted = lines.map((line, index) => paint(line, index));
  if (right === '') return painted;
  const gap = columns - measureText(lines.at(-1) ?? '') - measureText(right);
  if (gap < 2) {
    const below = wrapFacts(right.split('  '), '  ', look.columns - 2);
    return [...painted, ...below.map((line) => `  ${look.colors.dim(line)}`)];
  }
  const last = painted.pop() ?? '';
  return [...painted, `${last}${' '.repeat(gap)}${look.colors.dim(right)}`];
}
