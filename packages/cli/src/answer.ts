import type { ExitStatus } from './exit.ts';
import type { Look } from './format/look.ts';

/** What a command returns: its data, and how that looks. Printing is `print.ts`'s part. */
export interface Answer {
  /** For `--json`: the contract's data where the contract has it. */
  data: unknown;
  /** The lines for people. Every text in them that came from outside is safe for a terminal. */
  text: (look: Look) => string[];
  /** The same for a pull request; only where the command takes `--markdown`. */
  markdown?: (now: Date) => string;
  /** Why the exit status is not 0, for stderr: what `--fail-on` met. Safe for a terminal. */
  reasons?: string[];
  /** Default 0. */
  exitStatus?: ExitStatus;
}
