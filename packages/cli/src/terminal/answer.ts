import type { ExitStatus } from '../errors/exit.ts';
import { wrapText } from './lines/wrapped-lines.ts';
import type { Look } from './look.ts';

/** A command's result: its data, and how to show it. `print.ts` prints it. */
export interface Answer {
  /** For `--json`: the contract's data, if the contract defines it. */
  data: unknown;
  /** The lines for people. Every text from outside is already safe for a terminal. */
  text: (look: Look) => string[];
  /** The same for a pull request; only if the command has `--markdown`. */
  markdown?: (now: Date) => string;
  /** Printed exactly instead of the lines: names of files for another program. */
  exact?: string;
  /** The lines are printed to stderr, because stdout is that of a command that svc ran. */
  isForStderr?: boolean;
  /** Why the exit status is not 0, for stderr: the `--fail-on` conditions that matched. Safe for a terminal. */
  reasons?: string[];
  /** Default 0. */
  exitStatus?: ExitStatus;
  /** The exit status of a command that svc ran, which becomes that of svc. */
  commandStatus?: number;
}

/** `✓ deleted https://…`: the answer of a command that changed something. `text` is safe for a terminal. */
export function buildDoneAnswer(data: unknown, text: string): Answer {
  return {
    data,
    text: ({ columns, colors, glyphs }) =>
      wrapText(`${glyphs.passed} ${text}`, columns).map(colors.green),
  };
}
