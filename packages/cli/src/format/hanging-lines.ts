import { flowedLines } from './flowed-lines.ts';

/** A text that is told whole, broken between words; what goes on stands below its own beginning. */
export function hangingLines(text: string, columns: number): string[] {
  const lines = flowedLines(text.split(' '), ' ', columns - 2);
  return lines.map((line, index) => (index === 0 ? line : `  ${line}`));
}
