/** A report that cannot be read, in a sentence for the person who sends it. */
export class ReportError extends Error {
  /** From 1; absent where the whole file is at fault. */
  readonly line: number | undefined;
  readonly column: number | undefined;

  constructor(message: string, place: { line?: number; column?: number } = {}) {
    super(message);
    this.name = 'ReportError';
    this.line = place.line;
    this.column = place.column;
  }
}

/**
 * For the end of a report: its own count of tests and how many tests and errors it listed.
 * @throws ReportError for a report that counts tests and lists none: it would read as a green run without tests.
 */
export function refuseMissingTests(declared: number, listed: number): void {
  if (declared === 0 || listed > 0) return;
  const tests = declared === 1 ? '1 test' : `${declared} tests`;
  throw new ReportError(`it counts ${tests} and lists none`);
}
