import type { ExecutionFailure } from '@svc/analysis/classify/failure';
import type { Scope } from '../../db/scope.ts';
import { parseFingerprintId } from '../../db/conditions/fingerprint-text.ts';
import { readOpinions } from './labels.queries.ts';

/** Adds the newest opinions on the fingerprints of failures whose history is not stored. */
export async function withLabels(
  scope: Scope,
  projectId: string | null,
  failures: readonly ExecutionFailure[],
): Promise<ExecutionFailure[]> {
  const fingerprintIds = failures.map(idOf).filter((id) => id !== '');
  const opinions = await readOpinions(scope, { projectId, fingerprintIds });
  return failures.map((failure) => {
    const opinion = opinions.get(idOf(failure));
    if (opinion === undefined) return failure;
    const labels = { [opinion.classification]: 1 };
    return { ...failure, history: { ...failure.history, labels } };
  });
}

/** Hex digits; empty for a text that is not a fingerprint. */
function idOf({ fingerprint }: ExecutionFailure): string {
  return parseFingerprintId(fingerprint) ?? '';
}
