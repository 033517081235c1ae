/** A report that cannot be read. The message is a sentence for the person who sends it. */
export class ReportError extends Error {
  /** Line number from 1; absent if the problem concerns the whole file. */
  readonly line: number | undefined;
  readonly column: number | undefined;

  constructor(message: string, place: { line?: number; column?: number } = {}) {
    super(message);
    this.name = 'ReportError';
    this.line = place.line;
    this.column = place.column;
  }
}
