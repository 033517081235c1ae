import type { IngestAttempt, ResultStatus } from '@svc/contract/executions/ingest';
import type { TestAttempt, TestCase } from 'vitest/node';
import { type OutputChunk, textOf } from '@svc/reporter-core/output/user-output';
import { ingestErrors, type VitestError, isTimeout } from './ingest-error.ts';
import type { ModuleContext } from './module-context.ts';

export interface Attempts {
  /** Empty if the result contains all information: no attempt, or one attempt that passed without output. */
  attempts: IngestAttempt[];
  /** Whether the attempts were reconstructed from counters, without their times. */
  isReconstructed: boolean;
}

/**
 * Every attempt of a test in order, both retries and repeats. Vitest 5.1 and later report attempts. Earlier
 * versions report one list of errors and the number of retries and repeats. Every failed attempt has at least one
 * error. So if there are as many errors as failed attempts, each attempt gets one. Otherwise the last failed
 * attempt gets all errors, because a guess would assign them to the wrong attempt.
 */
export function ingestAttempts(test: TestCase, context: ModuleContext): Attempts {
  const reported = reportedAttempts(test).filter(({ state }) => state !== 'skipped');
  const output = context.output.of(test.id);
  if (reported.length > 0)
    return { attempts: fromVitest(reported, output, context), isReconstructed: false };
  return reconstructed(test, output, context);
}

function reportedAttempts(test: {
  attempts?: () => readonly TestAttempt[];
}): readonly TestAttempt[] {
  return typeof test.attempts === 'function' ? test.attempts() : [];
}

function fromVitest(
  reported: readonly TestAttempt[],
  output: readonly OutputChunk[],
  context: ModuleContext,
): IngestAttempt[] {
  if (reported.length === 1 && reported[0]?.state === 'passed' && output.length === 0) return [];
  return reported.map(({ state, errors = [], duration, startTime }, index) => {
    const nextAt = reported[index + 1]?.startTime ?? Infinity;
    // The first attempt includes output from before it, printed by a hook of the suite.
    const chunks = output.filter(({ time }) => (index === 0 || time >= startTime) && time < nextAt);
    return {
      status: attemptStatus(state, errors),
      durationMs: Math.round(duration),
      startedAt: new Date(startTime).toISOString(),
      errors: ingestErrors(errors, context.sentPath),
      ...texts(chunks),
    };
  });
}

function reconstructed(
  test: TestCase,
  output: readonly OutputChunk[],
  context: ModuleContext,
): Attempts {
  const { state, errors = [] } = test.result();
  const { duration = 0, startTime } = test.diagnostic() ?? {};
  const { retryCount, repeatCount } = triesOf(test);
  if (state === 'skipped') return NONE;
  if (state === 'passed' && retryCount + repeatCount === 0 && output.length === 0) return NONE;
  const statuses = attemptStates(state, { retryCount, repeatCount, errors: errors.length });
  const split = errorsPerAttempt(errors, statuses.filter((status) => status === 'failed').length);
  const attempts = statuses.map((status, index): IngestAttempt => {
    const isLast = index === statuses.length - 1;
    const own = (status === 'failed' && split.shift()) || [];
    return {
      status: attemptStatus(status, own),
      durationMs: isLast ? Math.round(duration) : 0,
      startedAt: index === 0 && startTime ? new Date(startTime).toISOString() : undefined,
      errors: ingestErrors(own, context.sentPath),
      ...(isLast && texts(output)),
    };
  });
  return { attempts, isReconstructed: retryCount + repeatCount > 0 };
}

const NONE: Attempts = { attempts: [], isReconstructed: false };

/**
 * The retries and repeats whose states are known. Before version 5, Vitest retries a test that is expected to fail
 * although it failed, and inverts the state only after the last try. Then the state belongs to all tries together,
 * and only that state leaves an error. Since version 5, each try that passed leaves an error.
 */
function triesOf(test: TestCase): { retryCount: number; repeatCount: number } {
  const { state, errors = [] } = test.result();
  const isInvertedOnce =
    test.options.fails === true && errors.length === (state === 'failed' ? 1 : 0);
  if (isInvertedOnce) return { retryCount: 0, repeatCount: 0 };
  const { retryCount = 0, repeatCount = 0 } = test.diagnostic() ?? {};
  return { retryCount, repeatCount };
}

type AttemptState = TestAttempt['state'] | 'pending';

/**
 * All retries except the last one failed. Repeats continue after a failure, and Vitest reports which ones failed
 * only if all of them failed or none. Otherwise the test counts as one attempt.
 */
function attemptStates(
  state: AttemptState,
  counts: { retryCount: number; repeatCount: number; errors: number },
): AttemptState[] {
  const { retryCount, repeatCount, errors } = counts;
  const earlier = retryCount + repeatCount;
  if (repeatCount === 0) return [...Array<AttemptState>(earlier).fill('failed'), state];
  const isKnown = errors === 0 || errors === earlier + 1;
  return isKnown ? Array<AttemptState>(earlier + 1).fill(state) : [state];
}

function texts(chunks: readonly OutputChunk[]): Pick<IngestAttempt, 'stdout' | 'stderr'> {
  return { stdout: textOf(chunks, 'stdout'), stderr: textOf(chunks, 'stderr') };
}

/** One list for each failed attempt. */
function errorsPerAttempt(errors: readonly VitestError[], failures: number): VitestError[][] {
  if (errors.length === failures) return errors.map((error) => [error]);
  const lists: VitestError[][] = Array.from({ length: failures }, () => []);
  lists.at(-1)?.push(...errors);
  return lists;
}

function attemptStatus(state: AttemptState, errors: readonly VitestError[]): ResultStatus {
  if (state === 'failed') return errors.some(isTimeout) ? 'timedOut' : 'failed';
  return state === 'passed' || state === 'skipped' ? state : 'interrupted';
}
