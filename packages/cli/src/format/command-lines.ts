import { flowedLines } from './flowed-lines.ts';

/** A text and the command that it proposes: on one line, or the command whole on a line of its own. */
export function commandLines(text: string, command: string, columns: number): string[] {
  return flowedLines([text, command], ' ', columns);
}
