import { formatCount } from '@svc/contract/zod-free/amounts';
import type { BatchCollector } from './report-batch.ts';
import { ReportError } from './report-error.ts';

/** Counts that a report, or one assembly of it, declares, to compare with the tests that it lists. */
export class DeclaredCounts {
  /** Tests, and errors outside of tests, so far. */
  listed = 0;
  #tests = 0;
  #failures = 0;
  readonly #into: Pick<BatchCollector, 'failures'>;
  readonly #failuresBefore: number;

  constructor(into: Pick<BatchCollector, 'failures'>) {
    this.#into = into;
    this.#failuresBefore = into.failures;
  }

  /** A report may state its counts at its beginning and at its end; the larger ones count. */
  declare({
    tests = 0,
    failures = 0,
  }: {
    tests?: number | undefined;
    failures?: number | undefined;
  }): void {
    this.#tests = Math.max(this.#tests, tests);
    this.#failures = Math.max(this.#failures, failures);
  }

  /**
   * Call this at the end of the report. A report that lists some of its failures is not refused: tools count
   * assertions, retries and the rows of a test, too, and the listed ones fail the run.
   * @throws ReportError for a report that counts tests or failures and lists none: it would look like a passed run.
   */
  refuseMissing(): void {
    if (this.#tests > 0 && this.listed === 0) throw buildMissingError(this.#tests, 'test');
    const hasFailures = this.#into.failures > this.#failuresBefore;
    if (this.#failures > 0 && !hasFailures) throw buildMissingError(this.#failures, 'failure');
  }
}

function buildMissingError(count: number, what: string): ReportError {
  return new ReportError(`it counts ${formatCount(count, what)} and lists none`);
}
