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

/** Word wrap with a hanging indent. */
export function hangingLines(text: string, columns: number): string[] {
  if (textColumns(text) <= columns) return [text];
  const lines = flowedLines(text.split(' '), ' ', columns - 2);
  return lines.map((line, index) => (index === 0 ? line : `  ${line}`));
}

/** A text and the command that it proposes: on one line, or the command whole on a line of its own. */
export function commandLines(text: string, command: string, columns: number): string[] {
  return flowedLines([text, command], ' ', columns);
}
