import type { TestCase, TestResult } from '@playwright/test/reporter';
import type { Annotation, ResultStatus } from '@svc/contract/executions/ingest';
import { extractFirstLine } from './ingest-error.ts';
import { hasNotBegun, type PlaywrightEnd, type RunContext } from '../run/run-record.ts';

export interface TestOutcome {
  status: ResultStatus;
  /** Why the test did not run, if Playwright does not report it. */
  reason?: Annotation;
}

/**
 * The status of a test: Playwright's outcome, except for tests that were interrupted or did not run. Playwright reports
 * both as skipped and counts them as fine.
 */
export function deriveTestOutcome(test: TestCase, context: RunContext): TestOutcome {
  const statuses = test.results.map((result) => deriveAttemptStatus(test, result, context));
  if (statuses.includes('interrupted')) return { status: 'interrupted' };
  const outcome = test.outcome();
  if (outcome === 'unexpected') {
    // A group in serial mode is repeated from its start, and may then stop before this test.
    const last = statuses.findLast((status) => status !== 'skipped');
    return { status: last === 'timedOut' ? 'timedOut' : 'failed' };
  }
  if (outcome !== 'skipped') return { status: 'passed' };
  if (test.expectedStatus === 'skipped') return { status: 'skipped' };
  return buildNotRunOutcome(test, context);
}

const CUT_OFF: Partial<Record<PlaywrightEnd, string>> = {
  timedout: 'The global time-out came first',
  interrupted: 'The run was interrupted',
  left: 'The process was ended',
};

function buildNotRunOutcome(test: TestCase, { record, end, blockers }: RunContext): TestOutcome {
  // Playwright skipped the test itself: after a failed beforeAll hook, or in a group in serial mode.
  if (!hasNotBegun(test)) return buildBlockedOutcome(blockers.describeFailureBefore(test));
  const dependency = blockers.findFailedDependency(test);
  if (dependency !== undefined) return buildBlockedOutcome(`Project '${dependency}' failed`);
  const cut = CUT_OFF[end];
  if (cut !== undefined) return cutOff(cut);
  const { maxFailures } = record.config;
  if (maxFailures > 0 && blockers.failures >= maxFailures) {
    return cutOff(
      `The run stopped at ${maxFailures === 1 ? 'the first failure' : `${maxFailures} failures`}`,
    );
  }
  return buildBlockedOutcome(extractFirstLine(record.errors[0]?.message));
}

function buildBlockedOutcome(description: string | undefined): TestOutcome {
  return { status: 'skipped', reason: { type: 'did-not-run', description } };
}

function cutOff(description: string): TestOutcome {
  return { status: 'interrupted', reason: { type: 'did-not-run', description } };
}

/** The status of an attempt. A test that is expected to fail passes if it fails, and fails if it passes. */
export function deriveAttemptStatus(
  test: TestCase,
  result: TestResult,
  { record }: Pick<RunContext, 'record'>,
): ResultStatus {
  if (record.running.has(result)) return 'interrupted';
  if (test.expectedStatus !== 'failed') return result.status;
  if (result.status === 'failed') return 'passed';
  return result.status === 'passed' ? 'failed' : result.status;
}
