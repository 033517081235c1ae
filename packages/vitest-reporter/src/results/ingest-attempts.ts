import type { IngestAttempt, ResultStatus } from '@svc/contract/executions/ingest';
import type { TestAttempt, TestCase } from 'vitest/node';
import { type OutputChunk, joinStream } from '@svc/reporter-core/output/user-output';
import { buildIngestErrors, type VitestError, isTimeout } from './ingest-error.ts';
import type { ModuleContext } from './module-context.ts';
import { reconstructTries, type OlderTest, type TryState } from './older-tries.ts';

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
export function buildIngestAttempts(test: TestCase, context: ModuleContext): Attempts {
  const reported = getReportedAttempts(test).filter(({ state }) => state !== 'skipped');
  const output = context.output.collectChunks(test.id);
  if (reported.length > 0)
    return { attempts: toIngestAttempts(reported, output, context), isReconstructed: false };
  return reconstructAttempts(test, output, context);
}

function getReportedAttempts(test: {
  attempts?: () => readonly TestAttempt[];
}): readonly TestAttempt[] {
  return typeof test.attempts === 'function' ? test.attempts() : [];
}

function toIngestAttempts(
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
      status: deriveAttemptStatus(state, errors),
      durationMs: Math.round(duration),
      startedAt: new Date(startTime).toISOString(),
      errors: buildIngestErrors(errors, context.sentPath),
      ...joinOutput(chunks),
    };
  });
}

function reconstructAttempts(
  test: TestCase,
  output: readonly OutputChunk[],
  context: ModuleContext,
): Attempts {
  const { state, errors } = test.result();
  const { duration = 0, startTime, retryCount, repeatCount } = test.diagnostic() ?? {};
  const { fails } = test.options;
  const older: OlderTest = { state, errors, fails, retryCount, repeatCount };
  const { tries, isRetried } = reconstructTries(older);
  if (state === 'skipped') return NONE;
  if (state === 'passed' && !isRetried && output.length === 0) return NONE;
  const attempts = tries.map((one, index): IngestAttempt => {
    const isLast = index === tries.length - 1;
    return {
      status: deriveAttemptStatus(one.state, one.errors),
      durationMs: isLast ? Math.round(duration) : 0,
      startedAt: index === 0 && startTime ? new Date(startTime).toISOString() : undefined,
      errors: buildIngestErrors(one.errors, context.sentPath),
      ...(isLast && joinOutput(output)),
    };
  });
  return { attempts, isReconstructed: isRetried };
}

const NONE: Attempts = { attempts: [], isReconstructed: false };

function joinOutput(chunks: readonly OutputChunk[]): Pick<IngestAttempt, 'stdout' | 'stderr'> {
  return { stdout: joinStream(chunks, 'stdout'), stderr: joinStream(chunks, 'stderr') };
}

function deriveAttemptStatus(state: TryState, errors: readonly VitestError[]): ResultStatus {
  if (state === 'failed') return errors.some(isTimeout) ? 'timedOut' : 'failed';
  return state === 'passed' || state === 'skipped' ? state : 'interrupted';
}
