import type { Cause } from '@svc/contract/executions/causes';
import type { Scope } from '../../db/scope.ts';
import {
  readExecutionLabels,
  buildExecutionFingerprintKey,
  type SharedLabel,
} from '../failure-classes/execution-labels.queries.ts';
import { NO_LABEL } from '../failure-classes/verdict-classes.queries.ts';
import { listPatterns } from './patterns.queries.ts';

/** The failures of a list with one fingerprint. Null: theirs are not derived yet. */
export interface CountedCause extends Pick<Cause, 'tests' | 'files'> {
  /** 32 hex digits. */
  fingerprintId: string | null;
}

/**
 * Adds to causes what people read of them: pattern and class. `executionIds`: where their failures were, all in one
 * project; the class of the first that has one counts.
 */
export async function describeCauses<Counted extends CountedCause>(
  scope: Scope,
  { executionIds, causes }: { executionIds: readonly string[]; causes: readonly Counted[] },
): Promise<(Omit<Counted, 'fingerprintId'> & Cause)[]> {
  const [executionId] = executionIds;
  if (executionId === undefined || causes.length === 0) return [];
  const fingerprintIds = [...new Set(causes.flatMap(({ fingerprintId }) => fingerprintId ?? []))];
  const [patterns, classes] = await Promise.all([
    listPatterns(scope, { executionId, fingerprintIds }),
    readExecutionLabels(scope, executionIds, fingerprintIds),
  ]);
  return causes.map(({ fingerprintId, ...counted }) => {
    const known = patterns.get(fingerprintId ?? '');
    const verdict =
      fingerprintId === null ? null : findSharedLabel(classes, executionIds, fingerprintId);
    return {
      ...counted,
      fingerprint: known?.fingerprint ?? null,
      pattern: known?.pattern ?? null,
      ...(verdict?.label ?? NO_LABEL),
      confidence: verdict?.confidence ?? null,
    };
  });
}

function findSharedLabel(
  classes: ReadonlyMap<string, SharedLabel>,
  executionIds: readonly string[],
  fingerprint: string,
): SharedLabel | null {
  for (const executionId of executionIds) {
    const found = classes.get(buildExecutionFingerprintKey({ executionId, fingerprint }));
    if (found !== undefined) return found;
  }
  return null;
}
