import { hash } from 'node:crypto';
import { fingerprintOf, type Fingerprint } from '@svc/analysis/fingerprint';
import type { ResultStatus } from '@svc/contract/ingest';
import type { TestError } from '@svc/contract/test-errors';

/** What the roll-ups keep of a result that failed, timed out, or passed after a failed attempt. */
export interface FailingResult {
  fingerprint: Fingerprint;
  /** All attempts but the last. */
  wastedMs: number;
}

/** A result as it came or as it is stored; of an attempt only the first error is read. */
export interface JudgedResult {
  status: ResultStatus;
  flaky: boolean;
  attempts: readonly { status: ResultStatus; durationMs: number; error: () => TestError | null }[];
}

/** Null for a result in which nothing failed. The fingerprint is that of the last failed attempt. */
export function failingResultOf({ status, flaky, attempts }: JudgedResult): FailingResult | null {
  if (!isFailure(status) && !flaky) return null;
  const failed = attempts.findLast((attempt) => isFailure(attempt.status));
  const error = failed?.error() ?? { message: silentMessage(failed?.status ?? status) };
  return {
    fingerprint: fingerprintOf(error, sha256Hex),
    wastedMs: attempts.slice(0, -1).reduce((sum, attempt) => sum + attempt.durationMs, 0),
  };
}

/** Failed or timed out, as definitions have it. */
export function isFailure(status: ResultStatus): boolean {
  return status === 'failed' || status === 'timedOut';
}

function silentMessage(status: ResultStatus): string {
  return status === 'timedOut' ? 'Timed out without an error' : 'Failed without an error';
}

function sha256Hex(text: string): string {
  return hash('sha256', text, 'hex');
}
