import type { TransactionScope } from '../../db/scope.ts';
import { fingerprintId } from '../../db/conditions/fingerprint-text.ts';
import { storedFailures, type DerivedExecution } from '../executions/derive.queries.ts';
import { insertFingerprints } from '../executions/failing-results.queries.ts';
import { failingRowOf } from '../executions/failing-row.ts';
import {
  keepAliases,
  listOutdatedFailures,
  updateFailingResults,
  type Renamed,
} from './renewed-failures.queries.ts';

// Each may have an error of 128 KB.
const FAILURES_AT_ONCE = 250;

/**
 * Computes the fingerprints of an execution's failing results again, where they are of an older algorithm, and keeps
 * which became which. Returns the number of failures that changed. The caller holds the roll-up lock and counts the
 * failures by fingerprint afterwards.
 */
export async function renewFingerprints(
  scope: TransactionScope,
  execution: DerivedExecution,
): Promise<number> {
  const outdated = await listOutdatedFailures(scope, execution);
  if (outdated.length === 0) return 0;
  const oldIds = new Map(outdated.map((one) => [one.resultId, one.oldId]));
  // Writes last: uploads with the same fingerprints wait from here to the commit.
  const { failures, patterns } = await computed(scope, execution, oldIds);
  await insertFingerprints(scope, execution, patterns);
  await updateFailingResults(scope, execution.executionId, failures);
  await keepAliases(scope, execution.projectId, distinct(failures));
  return failures.length;
}

interface RenewedFailure extends Renamed {
  resultId: string;
}

async function computed(
  scope: TransactionScope,
  execution: DerivedExecution,
  oldIds: ReadonlyMap<string, string>,
): Promise<{ failures: RenewedFailure[]; patterns: Map<string, string> }> {
  const failures: RenewedFailure[] = [];
  const patterns = new Map<string, string>();
  let after: string | null = null;
  do {
    const page = await storedFailures(scope, execution, { after, limit: FAILURES_AT_ONCE });
    for (const { resultId, fingerprint } of page.flatMap((one) => failingRowOf(one, execution))) {
      const oldId = oldIds.get(resultId);
      if (oldId === undefined) continue;
      const newId = fingerprintId(fingerprint.fingerprint);
      failures.push({ resultId, oldId, newId });
      patterns.set(newId, fingerprint.pattern);
    }
    after = page.at(-1)?.resultId ?? null;
  } while (after !== null);
  return { failures, patterns };
}

function distinct(failures: readonly RenewedFailure[]): Renamed[] {
  return [...new Map(failures.map((one) => [`${one.oldId} ${one.newId}`, one])).values()];
}
