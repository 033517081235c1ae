/**
 * The meaning of each exit status. `svc help exit-codes` prints it. svc exits with no other status, except with that of a
 * command that it ran.
 */
export const EXIT_STATUSES = [
  { status: 0, meaning: 'answered, or the gate passes' },
  {
    status: 1,
    meaning: '--fail-on matched, the gate fails, or a part of an upload or a delivery failed',
  },
  {
    status: 2,
    meaning: 'wrong usage or bad parameter, or no such execution, test, file or webhook',
  },
  { status: 3, meaning: 'key missing, wrong or not allowed' },
  { status: 4, meaning: 'server unreachable or failing, stdout not writable, or a bug in svc' },
  { status: 5, meaning: 'the gate is undecided' },
  { status: 130, meaning: 'interrupted' },
] as const;

export type ExitStatus = (typeof EXIT_STATUSES)[number]['status'];

/** An error for people: the problem in one line, and what to do in another. */
export class CommandError extends Error {
  /** A command to type or a sentence; printed after `try:`. */
  readonly remedy: string;
  readonly exitStatus: ExitStatus;

  constructor(problem: string, remedy: string, exitStatus: ExitStatus = 2) {
    super(problem);
    this.name = 'CommandError';
    this.remedy = remedy;
    this.exitStatus = exitStatus;
  }
}

/** The error for flags that exclude each other: `--on and --off`. */
export function buildCannotCombineError(flags: string): CommandError {
  return new CommandError(`${flags} cannot be combined`, 'leave out one of them');
}
