import type { AssertionResult } from '@jest/test-result';
import type { IngestAttempt } from '@svc/contract/executions/ingest';
import type { CaseRun, SeenTest } from './case-log.ts';
import { buildIngestError } from './ingest-error.ts';
import { withLateErrors } from './late-errors.ts';

export interface Attempts {
  /** Attempts; empty for a test that did not begin. */
  attempts: IngestAttempt[];
  /** Whether the attempts were reconstructed from the last one, without times and errors of the others. */
  isReconstructed: boolean;
}

/** Every attempt of a test in order, each with its own errors. */
export function buildIngestAttempts(
  { final, runs }: SeenTest,
  sentPath: (path: string) => string,
): Attempts {
  if (runs !== undefined) {
    const seen = final === undefined ? runs : withLateErrors(runs, final);
    return { attempts: seen.map((run) => readAttempt(run, sentPath)), isReconstructed: false };
  }
  if (final?.status !== 'passed' && final?.status !== 'failed') {
    return { attempts: [], isReconstructed: false };
  }
  const { invocations = 1, retryReasons = [] } = final;
  const earlier = Array.from({ length: invocations - 1 }, (_, index): IngestAttempt => {
    const reason = retryReasons[index];
    const errors = reason === undefined ? [] : [buildIngestError(reason, sentPath)];
    return { status: errors.some(isTimeout) ? 'timedOut' : 'failed', durationMs: 0, errors };
  });
  return {
    attempts: [...earlier, buildEndedAttempt(final, undefined, sentPath)],
    isReconstructed: earlier.length > 0,
  };
}

function readAttempt(
  { result, startedAt }: CaseRun,
  sentPath: (path: string) => string,
): IngestAttempt {
  if (result !== undefined) return buildEndedAttempt(result, startedAt, sentPath);
  return { status: 'interrupted', durationMs: 0, startedAt: toIsoTime(startedAt), errors: [] };
}

function buildEndedAttempt(
  { status, duration, failureMessages }: AssertionResult,
  startedAt: number | undefined,
  sentPath: (path: string) => string,
): IngestAttempt {
  const hasFailed = status === 'failed';
  const errors = hasFailed ? failureMessages.map((text) => buildIngestError(text, sentPath)) : [];
  const failure = errors.some(isTimeout) ? 'timedOut' : 'failed';
  return {
    status: hasFailed ? failure : 'passed',
    durationMs: Math.round(duration ?? 0),
    startedAt: toIsoTime(startedAt),
    errors,
  };
}

function toIsoTime(at: number | undefined): string | undefined {
  return at === undefined ? undefined : new Date(at).toISOString();
}

/** Only the message identifies a timeout of a test or hook. jest-jasmine2 has a different message. */
function isTimeout({ message }: { message: string }): boolean {
  return TIMEOUT.test(message);
}

const TIMEOUT =
  /^(?:thrown: "Exceeded timeout of [\d.]+ \S+ for a (?:test|hook)|Timeout - Async callback was not invoked within )/;
