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
