import type { TransactionScope } from '../../db/scope.ts';
import { fingerprintId } from '../../db/conditions/fingerprint-text.ts';
import { storedFailures, type DerivedExecution } from '../executions/derive.queries.ts';
import {
  furtherIds,
  insertFingerprints,
  patternsOf,
} from '../executions/failing-results.queries.ts';
import { failingRowOf } from '../executions/failing-row.ts';
import {
  keepAliases,
  listOutdatedFailures,
  updateFailingResults,
  type Renamed,
} from './renewed-failures.queries.ts';

// Each may have an error of 128 KB.
const FAILURES_AT_ONCE = 250;

/** What was computed again. */
export interface RenewedFingerprints {
  failures: number;
  /** What the failures have now. */
  newIds: string[];
}

/**
 * Computes the fingerprints of an execution's failing results again, where they are of an older algorithm, at most
 * `limit` of them, null for all. Keeps which became which. The caller holds the roll-up lock, counts the failures by
 * fingerprint afterwards, and queues the analysis of the execution, because its verdicts have the older ones.
 */
export async function renewFingerprints(
  scope: TransactionScope,
  execution: DerivedExecution,
  limit: number | null,
): Promise<RenewedFingerprints> {
  const outdated = await listOutdatedFailures(scope, execution, limit);
  if (outdated.length === 0) return { failures: 0, newIds: [] };
  // Writes last: uploads with the same fingerprints wait from here to the commit.
  const { failures, patterns } = await computed(scope, execution, outdated);
  await insertFingerprints(scope, execution, patterns);
  await updateFailingResults(scope, execution.executionId, failures);
  await keepAliases(scope, execution.projectId, distinct(failures));
  return { failures: failures.length, newIds: [...patterns.keys()] };
}

interface RenewedFailure extends Renamed {
  resultId: string;
  /** As `furtherIds`. No alias tells what they were: an entry that names such an older one is to be changed. */
  further: string | null;
}

async function computed(
  scope: TransactionScope,
  execution: DerivedExecution,
  outdated: readonly { resultId: string; oldId: string }[],
): Promise<{ failures: RenewedFailure[]; patterns: Map<string, string> }> {
  const oldIds = new Map(outdated.map((one) => [one.resultId, one.oldId]));
  const failures: RenewedFailure[] = [];
  const patterns = new Map<string, string>();
  const last = outdated.at(-1)?.resultId ?? '';
  let after: string | null = idBefore(outdated[0]?.resultId ?? '');
  do {
    const page = await storedFailures(scope, execution, { after, limit: FAILURES_AT_ONCE });
    const rows = page.flatMap((one) => failingRowOf(one, execution));
    for (const { resultId, fingerprint, further } of rows) {
      const oldId = oldIds.get(resultId);
      if (oldId === undefined) continue;
      const newId = fingerprintId(fingerprint.fingerprint);
      failures.push({ resultId, oldId, newId, further: furtherIds({ further }) });
      for (const [id, pattern] of patternsOf([{ fingerprint, further }])) patterns.set(id, pattern);
    }
    after = page.at(-1)?.resultId ?? null;
  } while (after !== null && after < last);
  return { failures, patterns };
}

function distinct(failures: readonly RenewedFailure[]): Renamed[] {
  return [...new Map(failures.map((one) => [`${one.oldId} ${one.newId}`, one])).values()];
}

/** The greatest id below this one: 32 hex digits. Null below all ids. */
function idBefore(id: string): string | null {
  const value = BigInt(`0x${id}`);
  return value === 0n ? null : (value - 1n).toString(16).padStart(32, '0');
}
