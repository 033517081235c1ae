import type { ExecutionStatus } from '@svc/contract/executions/ingest';
import type { Database } from '../../db/connections/database.ts';
import { workThroughOrganizations } from '../../db/work-through-organizations.ts';
import type { Clock } from '../../clock.ts';
import type { Deps } from '../../deps.ts';
import { computeExecutionTotals } from '../../history/executions/execution-totals.ts';
import { writeEvents, type NewEvent } from '../../db/outbox/events.queries.ts';
import {
  listOrganizationsToSettle,
  settleDueExecutions,
  type SettledExecution,
} from './settling.queries.ts';

/** When an execution that changed at `at` settles, unless it changes again. Null while it is running. */
export function computeSettleAt(
  status: ExecutionStatus,
  at: Date,
  { settleMs }: Pick<Deps['config'], 'settleMs'>,
): Date | null {
  return status === 'running' ? null : new Date(at.getTime() + settleMs);
}

const EXECUTIONS_AT_ONCE = 500;

/**
 * Settles every execution that is complete and received nothing for SVC_SETTLE_SECONDS, in every organization. An
 * execution that was interrupted because shards are missing settles at once. Each gets its next revision and its
 * events, in one transaction. Safe on several servers. Returns the number of executions.
 */
export async function settleExecutions({
  database,
  clock,
}: {
  database: Database;
  clock: Clock;
}): Promise<number> {
  return workThroughOrganizations(database, {
    listOrganizations: () => listOrganizationsToSettle(database, clock.now()),
    atOnce: EXECUTIONS_AT_ONCE,
    work: async (scope, limit) => {
      const executions = await settleDueExecutions(scope, { now: clock.now(), limit });
      await writeEvents(scope, executions.flatMap(buildExecutionEvents));
      return executions.length;
    },
  });
}

function buildExecutionEvents(execution: SettledExecution): NewEvent[] {
  const { executionId, number, project, name, branch, commit, framework, status, revision } =
    execution;
  const data = {
    executionId,
    number,
    project,
    name,
    branch,
    commit,
    framework,
    status,
    totals: computeExecutionTotals(execution),
    durationMs: execution.endedAt.getTime() - execution.startedAt.getTime(),
    revision,
  };
  const completed: NewEvent = { type: 'execution.completed', data };
  return status === 'failed' ? [completed, { type: 'execution.failed', data }] : [completed];
}
