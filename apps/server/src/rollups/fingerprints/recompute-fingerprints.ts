import type { Database } from '../../db/connections/database.ts';
import { scopeOf, type TransactionScope } from '../../db/scope.ts';
import { findDerivable } from '../executions/derive.queries.ts';
import { analysedWith, queueAnalysesAgain } from '../analyses-again.queries.ts';
import { countFailures } from '../executions/execution-failures.queries.ts';
import { forgetUnusedFingerprints } from '../forgetting.queries.ts';
import { tryLock } from '../roll-up.queries.ts';
import {
  executionsWith,
  listOutdated,
  noteRecomputed,
  organizationsWithOutdated,
} from './outdated-fingerprints.queries.ts';
import { renewFingerprints } from './renew-fingerprints.ts';

// Roll-ups of the organization wait for one such transaction, so it is short: half a second for 1,000 failures.
const FAILURES_AT_ONCE = 1_000;
const FINGERPRINTS_AT_ONCE = 1_000;

/** What a round did. */
export interface Recomputed {
  failures: number;
  /** Whether stored failures may still have fingerprints of an older algorithm. */
  isMore: boolean;
}

/**
 * Computes some stored failures with fingerprints of an older algorithm again, in each organization. What is done is
 * stored with each part, so that any server can go on after a stop. Writes no events. An organization whose roll-ups
 * another server derives has its turn later, and so has one whose part fails, which is reported to `onError`.
 */
export async function recomputeFingerprints(
  database: Database,
  onError: (error: unknown) => void,
): Promise<Recomputed> {
  const organizations = await organizationsWithOutdated(database);
  let failures = 0;
  for (const organizationId of organizations) {
    const scope = scopeOf(database, organizationId);
    try {
      failures += await scope.transaction(async (scope) =>
        (await tryLock(scope)) ? recomputeSome(scope) : 0,
      );
    } catch (error) {
      onError(error);
    }
  }
  return { failures, isMore: organizations.length > 0 };
}

async function recomputeSome(scope: TransactionScope): Promise<number> {
  const outdated = await listOutdated(scope, FINGERPRINTS_AT_ONCE);
  if (outdated.length === 0) return 0;
  const { executionIds, isAll } = await executionsWith(scope, outdated, FAILURES_AT_ONCE);
  const renewed: string[] = [];
  const newIds = new Map<string, string[]>();
  const again: string[] = [];
  let failures = 0;
  for (const executionId of executionIds) {
    // With its other failures, an execution may have more than were looked for.
    const limit = FAILURES_AT_ONCE - failures;
    if (limit <= 0) break;
    const execution = await findDerivable(scope, executionId);
    renewed.push(executionId);
    if (execution === null) continue;
    const done = await renewFingerprints(scope, execution, limit);
    failures += done.failures;
    if (done.failures > 0) again.push(executionId);
    const ofProject = newIds.get(execution.projectId) ?? [];
    newIds.set(execution.projectId, [...ofProject, ...done.newIds]);
  }
  await countFailures(scope, renewed);
  // Failures with these fingerprints that were analysed before have an earlier past now.
  for (const [projectId, fingerprintIds] of newIds) {
    again.push(...(await analysedWith(scope, { projectId, fingerprintIds })));
  }
  await queueAnalysesAgain(scope, again);
  const isDone = isAll && renewed.length === executionIds.length && failures < FAILURES_AT_ONCE;
  // Without progress, the rest cannot be computed: their results are gone.
  if (isDone || failures === 0) {
    await forgetUnusedFingerprints(scope, outdated);
    await noteRecomputed(scope, outdated);
  }
  return failures;
}
