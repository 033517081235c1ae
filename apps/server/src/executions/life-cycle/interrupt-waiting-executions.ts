import type { Database } from '../../db/connections/database.ts';
import { listAcrossNodes } from '../../db/citus/list-across-nodes.ts';
import { createScope, type Scope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { markChanged } from '../../rollups/index.ts';
import { changeExecution } from './change-execution.queries.ts';
import { lockWaitingExecution, listWaitingExecutions } from './due-executions.queries.ts';

const EXECUTIONS_AT_ONCE = 100;

/**
 * Interrupts running executions without an upload for longer than SVC_SHARD_TIMEOUT_MINUTES, in every organization.
 * They settle at once. The roll-ups look at them again, because an interrupted execution may count for its branch. Safe
 * on several servers. A failure is reported to `onError` and delays no other execution.
 */
export async function interruptWaitingExecutions(
  { database, config, clock }: Pick<Deps, 'config' | 'clock'> & { database: Database },
  onError: (error: unknown) => void,
): Promise<void> {
  const now = clock.now();
  const before = new Date(now.getTime() - config.shardTimeoutMs);
  for (;;) {
    const waiting = await listAcrossNodes(database, (organizationId) =>
      listWaitingExecutions(database, { organizationId, before, limit: EXECUTIONS_AT_ONCE }),
    );
    let interrupted = 0;
    for (const { organizationId, executionId } of waiting) {
      try {
        const scope = createScope(database, organizationId);
        if (await interrupt(scope, executionId, { now, before })) interrupted++;
      } catch (error) {
        onError(error);
      }
    }
    // If none could be interrupted, all are locked or fail. The next run tries again.
    if (waiting.length < EXECUTIONS_AT_ONCE || interrupted === 0) return;
  }
}

function interrupt(
  scope: Scope,
  executionId: string,
  { now, before }: { now: Date; before: Date },
): Promise<boolean> {
  return scope.transaction(async (scope) => {
    if (!(await lockWaitingExecution(scope, executionId, before))) return false;
    await changeExecution(scope, executionId, {
      fields: { status: 'interrupted', updatedAt: now },
      settleAt: now,
    });
    await markChanged(scope, executionId);
    return true;
  });
}
