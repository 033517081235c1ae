import type { Database } from '../../db/connections/database.ts';
import { listAcrossNodes } from '../../db/citus/list-across-nodes.ts';
import { createScope, type Scope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { markChanged } from '../../rollups/index.ts';
import { reviewLaterAttempts } from './parts/previous-attempt.queries.ts';
import { listDueExecutions, lockDueExecution, putOffReview } from './due-executions.queries.ts';
import { changeExecution } from './change-execution.queries.ts';
import { deriveStoredStatus, NO_COUNTS } from './execution-state.ts';
import { computeSettleAt } from './settle-executions.ts';
import { reviewedColumns, reviewParts } from './parts/review-parts.ts';

// Each execution has its own transaction, so that uploads into it wait only for a moment.
const EXECUTIONS_AT_ONCE = 100;
const PUT_OFF_MS = 60_000;

/**
 * Reviews due re-runs. A re-run that received nothing for the grace period carries the parts that passed in the
 * attempt before. A re-run whose earlier attempt received another part is counted again. Safe on several servers:
 * each execution is locked, and a locked one is skipped. A failed review is reported to `onError` and postponed, so
 * it delays no other.
 */
export async function reviewDueExecutions(
  { database, config, clock }: Pick<Deps, 'config' | 'clock'> & { database: Database },
  onError: (error: unknown) => void,
): Promise<void> {
  const now = clock.now();
  const due = await listAcrossNodes(database, (organizationId) =>
    listDueExecutions(database, { organizationId, now, limit: EXECUTIONS_AT_ONCE }),
  );
  for (const { organizationId, executionId } of due) {
    const scope = createScope(database, organizationId);
    try {
      await reviewExecution(scope, executionId, { now, config });
    } catch (error) {
      onError(error);
      await putOffReview(scope, executionId, new Date(now.getTime() + PUT_OFF_MS)).catch(
        (second: unknown) => onError(second),
      );
    }
  }
}

async function reviewExecution(
  scope: Scope,
  executionId: string,
  { now, config }: { now: Date; config: Deps['config'] },
): Promise<void> {
  await scope.transaction(async (scope) => {
    const execution = await lockDueExecution(scope, executionId, now);
    if (execution === null) return;
    const review = await reviewParts(
      scope,
      { executionId, ...execution, onlyPart: null },
      { now, graceMs: config.rerunGraceMs },
    );
    const { failed, timedOut } = execution;
    const counts = { ...NO_COUNTS, failed, timedOut };
    const found = deriveStoredStatus({ ...execution, counts, shards: review.shards });
    // The execution was interrupted because shards are missing, and they still are.
    const isGivenUp = found === 'running' && execution.status === 'interrupted';
    const status = isGivenUp ? execution.status : found;
    const { shards, previousAttemptId } = review;
    const changed =
      status !== execution.status ||
      shards.carried !== execution.carried ||
      previousAttemptId !== execution.previousAttemptId;
    await changeExecution(scope, executionId, {
      fields: { status, ...reviewedColumns(review) },
      ...(changed ? { settleAt: computeSettleAt(status, now, config) } : {}),
    });
    if (changed) {
      await markChanged(scope, executionId);
      // A later attempt may carry the parts that this one carries.
      await reviewLaterAttempts(scope, executionId, now);
    }
  });
}
