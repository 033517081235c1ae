import { flowedLines } from './flowed-lines.ts';

/** Word wrap with a hanging indent. */
export function hangingLines(text: string, columns: number): string[] {
  const lines = flowedLines(text.split(' '), ' ', columns - 2);
  return lines.map((line, index) => (index === 0 ? line : `  ${line}`));
}
