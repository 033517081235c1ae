import type { Cause } from '@svc/contract/executions/causes';
import type { TestError } from '@svc/contract/executions/test-errors';
import { computeFingerprint } from '../fingerprint/fingerprint.ts';

/** The pattern of a cause that no server knows, from the error of the first of its failures. Null for one failure. */
export function derivePattern<Failure extends { fingerprint: string | null }>(
  { fingerprint, tests }: Pick<Cause, 'fingerprint' | 'tests'>,
  failures: readonly Failure[],
  errorOf: (failure: Failure) => TestError | null | undefined,
): string | null {
  if (tests < 2) return null;
  const first = failures.find((one) => one.fingerprint === fingerprint);
  const error = first === undefined ? undefined : errorOf(first);
  return error ? computeFingerprint(error).pattern : 'Failed without an error';
}
