import type { IngestAttempt, ResultStatus } from '@svc/contract/executions/ingest';
import type { TestAttempt, TestCase } from 'vitest/node';
import { type OutputChunk, textOf } from '@svc/reporter-core/output/user-output';
import { ingestErrors, type VitestError, isTimeout } from './ingest-error.ts';
import type { ModuleContext } from './module-context.ts';
import { countTries, reconstructTries, type OlderTest, type TryState } from './older-tries.ts';

export interface Attempts {
  /** Empty if the result contains all information: no attempt, or one attempt that passed without output. */
  attempts: IngestAttempt[];
  /** Whether the attempts were reconstructed from counters, without their times. */
  isReconstructed: boolean;
}

/**
 * Every attempt of a test in order, both retries and repeats. Vitest 5.1 and later report attempts. For earlier
 * versions, `reconstructTries` finds them.
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
  const { state, errors } = test.result();
  const { duration = 0, startTime, retryCount, repeatCount } = test.diagnostic() ?? {};
  const { fails } = test.options;
  const older: OlderTest = { state, errors, fails, retryCount, repeatCount };
  const counted = countTries(older);
  const isRetried = counted.retryCount + counted.repeatCount > 0;
  if (state === 'skipped') return NONE;
  if (state === 'passed' && !isRetried && output.length === 0) return NONE;
  const tries = reconstructTries(older);
  const attempts = tries.map((one, index): IngestAttempt => {
    const isLast = index === tries.length - 1;
    return {
      status: attemptStatus(one.state, one.errors),
      durationMs: isLast ? Math.round(duration) : 0,
      startedAt: index === 0 && startTime ? new Date(startTime).toISOString() : undefined,
      errors: ingestErrors(one.errors, context.sentPath),
      ...(isLast && texts(output)),
    };
  });
  return { attempts, isReconstructed: isRetried };
}

const NONE: Attempts = { attempts: [], isReconstructed: false };

function texts(chunks: readonly OutputChunk[]): Pick<IngestAttempt, 'stdout' | 'stderr'> {
  return { stdout: textOf(chunks, 'stdout'), stderr: textOf(chunks, 'stderr') };
}

function attemptStatus(state: TryState, errors: readonly VitestError[]): ResultStatus {
  if (state === 'failed') return errors.some(isTimeout) ? 'timedOut' : 'failed';
  return state === 'passed' || state === 'skipped' ? state : 'interrupted';
}
