import { isFailure } from '@svc/contract/zod-free/is-failure';
import type { ReportedExecution } from './reported-history.ts';

/** The numbers of failures, tests and executions of one cause. */
export interface CauseCounts {
  cause: string;
  count: number;
  tests: number;
  executions: number;
}

/** Counts the failures of these executions by their true causes. A run that passed on retry is not a failure. */
export function causesIn(executions: readonly ReportedExecution[]): CauseCounts[] {
  const failures = executions.flatMap(({ truth: { key }, runs }) =>
    [...runs.values()]
      .filter(({ status }) => isFailure(status))
      .map(({ testId, failure }) => ({
        testId,
        key,
        cause: failure?.cause ?? 'none',
      })),
  );
  return [...Map.groupBy(failures, ({ cause }) => cause)].map(([cause, ofIt]) => ({
    cause,
    count: ofIt.length,
    tests: new Set(ofIt.map(({ testId }) => testId)).size,
    executions: new Set(ofIt.map(({ key }) => key)).size,
  }));
}

/** The fingerprints of each cause's failures. */
export class FingerprintsByCause {
  readonly #seen = new Map<string, Set<string>>();

  note(cause: string | undefined, fingerprint: string | null): void {
    const known = this.#seen.get(cause ?? 'none') ?? new Set();
    this.#seen.set(cause ?? 'none', known.add(fingerprint ?? 'none'));
  }

  get causes(): number {
    return this.#seen.size;
  }

  /** Causes with more than one fingerprint. */
  split(): string[] {
    return [...this.#seen].filter(([, prints]) => prints.size > 1).map(([cause]) => cause);
  }

  /** Causes that share a fingerprint with another. */
  shared(): string[] {
    return [...this.#seen]
      .filter(([cause, prints]) =>
        [...this.#seen].some(
          ([other, others]) => other !== cause && [...prints].some((print) => others.has(print)),
        ),
      )
      .map(([cause]) => cause);
  }
}
