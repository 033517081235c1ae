import { measureText } from './fitted-text.ts';

/**
 * The facts in as few lines as the width allows, broken between them. A fact that is wider than a line is broken
 * between its words, but a command stays whole, to be copied. Colour codes have no width.
 */
export function wrapFacts(facts: readonly string[], separator: string, columns: number): string[] {
  const lines: string[] = [];
  for (const fact of facts) {
    const last = lines.at(-1);
    const joined = last === undefined ? fact : last + separator + fact;
    if (last !== undefined && measureText(joined) <= columns) lines[lines.length - 1] = joined;
    else lines.push(...wrapWords(fact, columns));
  }
  return lines;
}

function wrapWords(fact: string, columns: number): string[] {
  const words = fact.split(' ');
  if (words.length === 1 || fact.startsWith('svc ') || measureText(fact) <= columns) return [fact];
  return wrapFacts(words, ' ', columns);
}

/** Word wrap with a hanging indent. */
export function wrapText(text: string, columns: number): string[] {
  if (measureText(text) <= columns) return [text];
  const lines = wrapFacts(text.split(' '), ' ', columns - 2);
  return lines.map((line, index) => (index === 0 ? line : `  ${line}`));
}

/** A text and the command that it proposes: on one line, or the command whole on a line of its own. */
export function wrapCommand(text: string, command: string, columns: number): string[] {
  return wrapFacts([text, command], ' ', columns);
}
