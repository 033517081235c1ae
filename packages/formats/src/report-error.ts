/** A report that cannot be read. The message is a sentence for the person who sends it. */
export class ReportError extends Error {
  /** From 1; absent if the problem concerns the whole file. */
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
 * Checks, at the end of a report, the declared number of tests against the tests and errors that were listed.
 * @throws ReportError for a report that counts tests but lists none: it would look like a passed run without tests.
 */
export function refuseMissingTests(declared: number, listed: number): void {
  if (declared === 0 || listed > 0) return;
  const tests = declared === 1 ? '1 test' : `${declared} tests`;
  throw new ReportError(`it counts ${tests} and lists none`);
}
