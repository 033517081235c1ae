import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

/** Asks a question that `y` or `yes` answers with true, everything else with false. */
export async function confirm(
  question: string,
  { input, output }: { input: Readable; output: Writable },
): Promise<boolean> {
  output.write(`${question} [y/N] `);
  // Without `terminal`, the terminal edits the line itself, and Ctrl-C interrupts svc as always.
  const lines = createInterface({ input, terminal: false });
  try {
    for await (const line of lines) return /^y(?:es)?$/i.test(line.trim());
    // The input ended on the line of the question.
    output.write('\n');
    return false;
  } finally {
    lines.close();
  }
}
