import type { ExecutionFailure } from '@svc/analysis/classify/failure';
import type { Scope } from '../../db/scope.ts';
import { storedFingerprintOf } from '../fingerprint-text.ts';
import { labelsOf } from './labels.queries.ts';

/** Adds the newest opinions on the fingerprints of failures whose history is not stored. */
export async function withLabels(
  scope: Scope,
  projectId: string | null,
  failures: readonly ExecutionFailure[],
): Promise<ExecutionFailure[]> {
  const fingerprintIds = failures.map(idOf).filter((id) => id !== '');
  const labels = await labelsOf(scope, { projectId, fingerprintIds });
  return failures.map((failure) => {
    const found = labels.get(idOf(failure));
    return found === undefined
      ? failure
      : { ...failure, history: { ...failure.history, labels: found } };
  });
}

/** Hex digits; empty for a text that is no fingerprint. */
function idOf({ fingerprint }: ExecutionFailure): string {
  return storedFingerprintOf(fingerprint)?.id ?? '';
}
