import type { Annotation, IngestAttempt, ResultStatus } from '@svc/contract/executions/ingest';
import type { SeenTest } from './case-log.ts';
import type { FileContext } from './ingest-file.ts';

export interface TestOutcome {
  status: ResultStatus;
  /** Why the test did not run, if it did not. */
  annotations: Annotation[];
}

/** The status of a test. Tests after a failed beforeAll hook count as failed, as in Jest. */
export function deriveTestOutcome(
  { final }: SeenTest,
  attempts: readonly IngestAttempt[],
  { cutOffBy }: FileContext,
): TestOutcome {
  if (final === undefined) {
    const annotations = [{ type: 'did-not-run', description: cutOffBy }];
    return { status: 'interrupted', annotations };
  }
  if (final.status === 'passed') return { status: 'passed', annotations: [] };
  if (final.status === 'failed') {
    const isTimedOut = attempts.at(-1)?.status === 'timedOut';
    return { status: isTimedOut ? 'timedOut' : 'failed', annotations: [] };
  }
  return { status: 'skipped', annotations: [{ type: final.status === 'todo' ? 'todo' : 'skip' }] };
}
