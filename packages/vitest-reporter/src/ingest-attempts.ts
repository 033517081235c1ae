import type { IngestAttempt, ResultStatus } from '@svc/contract/ingest';
import type { TestAttempt, TestCase } from 'vitest/node';
import { type OutputChunk, textOf } from '@svc/reporter-core/user-output';
import { ingestError } from './ingest-error.ts';
import { isTimeout } from './is-timeout.ts';
import type { ModuleContext } from './module-context.ts';

export interface Attempts {
  /** Empty where the result says all: one attempt that passed, or none. */
  attempts: IngestAttempt[];
  /** Whether they were pieced together from counters, without times of their own. */
  isReconstructed: boolean;
}

/**
 * Every attempt of a test in order. Vitest 5.1 and later tell them; before that there is one flat
 * list of errors and the number of retries. It is split only where there are as many errors as failed
 * attempts; else all errors go with the last failed attempt, since a guess would blame the wrong one.
 */
export function ingestAttempts(test: TestCase, context: ModuleContext): Attempts {
  const told = toldAttempts(test).filter(({ state }) => state !== 'skipped');
  const output = context.output.of(test.id);
  if (told.length > 0)
    return { attempts: fromVitest(told, output, context), isReconstructed: false };
  return reconstructed(test, output, context);
}

function toldAttempts(test: { attempts?: () => readonly TestAttempt[] }): readonly TestAttempt[] {
  return typeof test.attempts === 'function' ? test.attempts() : [];
}

function fromVitest(
  told: readonly TestAttempt[],
  output: readonly OutputChunk[],
  context: ModuleContext,
): IngestAttempt[] {
  if (told.length === 1 && told[0]?.state === 'passed') return [];
  return told.map(({ state, errors = [], duration, startTime }, index) => {
    const nextAt = told[index + 1]?.startTime ?? Infinity;
    // What was printed before the first attempt, by a hook of the suite, goes with it.
    const chunks = output.filter(({ time }) => (index === 0 || time >= startTime) && time < nextAt);
    return {
      status: attemptStatus(state, errors),
      durationMs: Math.round(duration),
      startedAt: new Date(startTime).toISOString(),
      errors: errors.map((error) => ingestError(error, context.sentPath)),
      stdout: textOf(chunks, 'stdout'),
      stderr: textOf(chunks, 'stderr'),
    };
  });
}

function reconstructed(
  test: TestCase,
  output: readonly OutputChunk[],
  context: ModuleContext,
): Attempts {
  const { state, errors = [] } = test.result();
  const { retryCount = 0, duration = 0 } = test.diagnostic() ?? {};
  if (state === 'skipped' || (state === 'passed' && retryCount === 0)) return NONE;
  const ended = state === 'pending' ? 'pending' : state;
  const failures = retryCount + (state === 'failed' ? 1 : 0);
  const split = errorsPerAttempt(errors, failures);
  const attempts: IngestAttempt[] = [];
  for (let index = 0; index <= retryCount; index++) {
    const isLast = index === retryCount;
    const own = split[index] ?? [];
    attempts.push({
      status: attemptStatus(isLast ? ended : 'failed', own),
      durationMs: isLast ? Math.round(duration) : 0,
      errors: own.map((error) => ingestError(error, context.sentPath)),
      ...(isLast && { stdout: textOf(output, 'stdout'), stderr: textOf(output, 'stderr') }),
    });
  }
  return { attempts, isReconstructed: retryCount > 0 };
}

const NONE: Attempts = { attempts: [], isReconstructed: false };

type VitestErrors = Parameters<typeof ingestError>[0][];

/** One list for each failed attempt. */
function errorsPerAttempt(
  errors: readonly VitestErrors[number][],
  failures: number,
): VitestErrors[] {
  if (errors.length === failures) return errors.map((error) => [error]);
  const lists: VitestErrors[] = Array.from({ length: failures }, () => []);
  lists.at(-1)?.push(...errors);
  return lists;
}

function attemptStatus(
  state: TestAttempt['state'] | 'pending',
  errors: readonly { name?: string; message: unknown }[],
): ResultStatus {
  if (state === 'failed') return errors.some(isTimeout) ? 'timedOut' : 'failed';
  return state === 'passed' || state === 'skipped' ? state : 'interrupted';
}
