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
  throw new ReportError(`it counts ${countedText(declared, 'test')} and lists none`);
}

/**
 * The same for failures. A report that lists some of them is not refused: tools count assertions, retries and the rows
 * of a test, too, and the listed ones fail the run.
 * @throws ReportError for a report that counts failures but lists none: it would look like a passed run.
 */
export function refuseMissingFailures(declared: number, listed: number): void {
  if (declared === 0 || listed > 0) return;
  throw new ReportError(`it counts ${countedText(declared, 'failure')} and lists none`);
}

export function countedText(count: number, what: string): string {
  return count === 1 ? `1 ${what}` : `${count} ${what}s`;
}
