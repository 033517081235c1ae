import { hash } from 'node:crypto';
import { fingerprintOf, type Fingerprint } from '@svc/analysis/fingerprint';
import type { ResultStatus } from '@svc/contract/executions/ingest';
import type { TestError } from '@svc/contract/executions/test-errors';

/** What the roll-ups store of a result that failed, timed out, or passed after a failed attempt. */
export interface FailingResult {
  fingerprint: Fingerprint;
  /** The duration of all attempts except the last. */
  wastedMs: number;
}

/** A result of an upload or from the database; only the first error of each attempt is read. */
export interface JudgedResult {
  status: ResultStatus;
  flaky: boolean;
  attempts: readonly { status: ResultStatus; durationMs: number; error: () => TestError | null }[];
}

/**
 * Null for a result without a failure. The fingerprint is that of the last failed attempt; `repository` (`acme/web`, else
 * the project's name) helps it to find the root of paths.
 */
export function failingResultOf(
  { status, flaky, attempts }: JudgedResult,
  repository: string,
): FailingResult | null {
  if (!isFailure(status) && !flaky) return null;
  const failed = attempts.findLast((attempt) => isFailure(attempt.status));
  const error = failed?.error() ?? { message: silentMessage(failed?.status ?? status) };
  return {
    fingerprint: fingerprintOf(error, { sha256Hex, repository }),
    wastedMs: attempts.slice(0, -1).reduce((sum, attempt) => sum + attempt.durationMs, 0),
  };
}

/** Failed or timed out, as in definitions. */
export function isFailure(status: ResultStatus): boolean {
  return status === 'failed' || status === 'timedOut';
}

function silentMessage(status: ResultStatus): string {
  return status === 'timedOut' ? 'Timed out without an error' : 'Failed without an error';
}

function sha256Hex(text: string): string {
  return hash('sha256', text, 'hex');
}
