import type { Cause } from '@svc/contract/executions/causes';
import type { TestError } from '@svc/contract/executions/test-errors';
import { computeFingerprint } from '../fingerprint/fingerprint.ts';

/**
 * Causes that no server knows, with their patterns: each from the error of the first of its failures. Null for a cause
 * of one test.
 */
export function addPatterns<Failure extends { fingerprint: string | null }>(
  causes: readonly Cause[],
  failures: readonly Failure[],
  errorOf: (failure: Failure) => TestError | null | undefined,
): Cause[] {
  const firsts = new Map<string | null, Failure>();
  for (const failure of failures) {
    if (!firsts.has(failure.fingerprint)) firsts.set(failure.fingerprint, failure);
  }
  return causes.map((cause) => {
    if (cause.tests < 2) return { ...cause, pattern: null };
    const first = firsts.get(cause.fingerprint);
    const error = first === undefined ? undefined : errorOf(first);
    const pattern = error ? computeFingerprint(error).pattern : 'Failed without an error';
    return { ...cause, pattern };
  });
}
