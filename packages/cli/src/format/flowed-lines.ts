import { textColumns } from './fitted-text.ts';

/**
 * The facts in as few lines as the width allows, broken between them. A fact that is wider than a line is broken
 * between its words, but a command stays whole, to be copied. Colour codes have no width.
 */
export function flowedLines(
  facts: readonly string[],
  separator: string,
  columns: number,
): string[] {
  const lines: string[] = [];
  for (const fact of facts) {
    const last = lines.at(-1);
    const joined = last === undefined ? fact : last + separator + fact;
    if (last !== undefined && textColumns(joined) <= columns) lines[lines.length - 1] = joined;
    else lines.push(...wordsInLines(fact, columns));
  }
  return lines;
}

function wordsInLines(fact: string, columns: number): string[] {
  const words = fact.split(' ');
  if (words.length === 1 || fact.startsWith('svc ') || textColumns(fact) <= columns) return [fact];
  return flowedLines(words, ' ', columns);
}
