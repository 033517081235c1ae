import { textColumns } from './fitted-text.ts';
import type { Look } from './look.ts';

// With more columns, the eye loses the line between the two ends.
const WIDEST_COLUMNS = 100;

/**
 * One line with a text at each end, or two lines if they do not fit: in details, a title is never cut. `paint`
 * colours the left end after measuring; the right end is dim.
 */
export function spreadLine(
  left: string,
  right: string,
  look: Look,
  paint: (text: string) => string = String,
): string[] {
  const columns = Math.min(look.columns, WIDEST_COLUMNS);
  const gap = columns - textColumns(left) - textColumns(right);
  if (right === '') return [paint(left)];
  if (gap < 2) return [paint(left), `  ${look.colors.dim(right)}`];
  return [`${paint(left)}${' '.repeat(gap)}${look.colors.dim(right)}`];
}
