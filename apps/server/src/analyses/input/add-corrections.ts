import type { ExecutionFailure } from '@svc/analysis/classify/failure';
import type { Scope } from '../../db/scope.ts';
import { parseFingerprintId } from '../../db/conditions/fingerprint-text.ts';
import { readCorrectedClasses } from './corrections.queries.ts';

/** Adds the newest corrections of the fingerprints of failures whose history is not stored. */
export async function addCorrections(
  scope: Scope,
  projectId: string | null,
  failures: readonly ExecutionFailure[],
): Promise<ExecutionFailure[]> {
  const fingerprintIds = failures.map(idOf).filter((id) => id !== '');
  const corrections = await readCorrectedClasses(scope, { projectId, fingerprintIds });
  return failures.map((failure) => {
    const correction = corrections.get(idOf(failure));
    if (correction === undefined) return failure;
    const corrected = { [correction.classification]: 1 };
    return { ...failure, history: { ...failure.history, corrections: corrected } };
  });
}

/** Hex digits; empty for a text that is not a fingerprint. */
function idOf({ fingerprint }: ExecutionFailure): string {
  return parseFingerprintId(fingerprint) ?? '';
}
