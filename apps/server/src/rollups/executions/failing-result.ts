import { isFailure } from '@svc/contract/zod-free/is-failure';
import { hash } from 'node:crypto';
import {
  computeFingerprint,
  computeTestFingerprint,
  type Fingerprint,
} from '@svc/analysis/fingerprint/fingerprint';
import type { ResultStatus } from '@svc/contract/executions/ingest';
import type { TestError } from '@svc/contract/executions/test-errors';

/** The facts that the roll-ups store about a result that failed, timed out, or passed after a failed attempt. */
export interface FailingResult {
  /** Fingerprint of the last failed attempt's first error. */
  fingerprint: Fingerprint;
  /** Fingerprints of all its other errors, each once: causes, and the errors of the other failed attempts. */
  further: Fingerprint[];
  /** The duration of all attempts except the last. */
  wastedMs: number;
}

/** A result of an upload or from the database, with its errors as they are stored. */
export interface JudgedResult {
  /** 32 hex digits. */
  testId: string;
  status: ResultStatus;
  flaky: boolean;
  attempts: readonly {
    status: ResultStatus;
    durationMs: number;
    errors: readonly TestError[];
  }[];
}

// No entry of the quarantine names as many.
const MOST_ERRORS = 100;

/**
 * Null for a result without a failure. `repository` (`acme/web`, else the project's name) helps to find the root of
 * paths.
 */
export function deriveFailingResult(
  result: JudgedResult,
  repository: string,
): FailingResult | null {
  const { status, flaky, attempts } = result;
  if (!isFailure(status) && !flaky) return null;
  const [fingerprint, ...further] = collectFingerprints(result, repository);
  return {
    fingerprint,
    further,
    wastedMs: attempts.slice(0, -1).reduce((sum, attempt) => sum + attempt.durationMs, 0),
  };
}

function collectFingerprints(
  { testId, status, attempts }: JudgedResult,
  repository: string,
): [Fingerprint, ...Fingerprint[]] {
  const failed = attempts.filter((attempt) => isFailure(attempt.status)).toReversed();
  const found = new Map<string, Fingerprint>();
  const add = (one: Fingerprint): void => void found.set(one.fingerprint, one);
  const addSilent = (how: ResultStatus): void =>
    add(computeTestFingerprint(testId, describeSilentFailure(how), { sha256Hex }));
  const seen = new Set<string>();
  for (const { status: how, errors } of failed.length === 0 ? [{ status, errors: [] }] : failed) {
    if (errors.length === 0) addSilent(how);
    for (const error of errors.flatMap(withCauses)) {
      const { message, stack = '', location } = error;
      const text = `${message}\0${stack}\0${location?.file}`;
      if (seen.has(text)) continue;
      seen.add(text);
      if (seen.size > MOST_ERRORS) add(computeTestFingerprint(testId, UNREAD, { sha256Hex }));
      else if (`${message}${stack}`.trim() === '') addSilent(how);
      else add(computeFingerprint(error, { sha256Hex, repository }));
    }
  }
  return [...found.values()] as [Fingerprint, ...Fingerprint[]];
}

function withCauses(error: TestError): TestError[] {
  return [error, ...(error.cause === undefined ? [] : withCauses(error.cause))];
}

const UNREAD = `More than ${MOST_ERRORS} different errors`;

function describeSilentFailure(status: ResultStatus): string {
  return status === 'timedOut' ? 'Timed out without an error' : 'Failed without an error';
}

function sha256Hex(text: string): string {
  return hash('sha256', text, 'hex');
}
