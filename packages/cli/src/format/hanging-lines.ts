import { textColumns } from './fitted-text.ts';
import { flowedLines } from './flowed-lines.ts';

/** Word wrap with a hanging indent. */
export function hangingLines(text: string, columns: number): string[] {
  if (textColumns(text) <= columns) return [text];
  const lines = flowedLines(text.split(' '), ' ', columns - 2);
  return lines.map((line, index) => (index === 0 ? line : `  ${line}`));
}
