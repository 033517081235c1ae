import { textColumns } from './fitted-text.ts';

/** The facts in as few lines as the width allows, broken only between them. Colour codes have no width. */
export function flowedLines(
  facts: readonly string[],
  separator: string,
  columns: number,
): string[] {
  const lines: string[] = [];
  for (const fact of facts) {
    const last = lines.at(-1);
    const joined = last === undefined ? fact : last + separator + fact;
    if (last === undefined || textColumns(joined) > columns) lines.push(fact);
    else lines[lines.length - 1] = joined;
  }
  return lines;
}
