import type { Database } from '../../db/connections/database.ts';
import { listAcrossNodes } from '../../db/citus/list-across-nodes.ts';
import { createScope, type TransactionScope } from '../../db/scope.ts';
import type { Clock } from '../../clock.ts';
import { readCoveredFingerprints } from './active-entries.queries.ts';
import {
  listEntriesAtSettling,
  deleteDueExcusals,
  listDueForExcusals,
  lockDueExecution,
  writeExcusals,
} from './excusals.queries.ts';

const EXECUTIONS_AT_ONCE = 500;

// A roll-up that keeps failing must not hold up the excusals of its execution forever.
const ROLL_UP_MS = 15 * 60 * 1000;

/**
 * Records which failures of settled executions the quarantine excused, in every organization: by the entries that were
 * active when the execution settled, once a roll-up has seen all its parts. Replaces what an earlier revision of the
 * execution had recorded, so that it may run again. Safe on several servers. Returns the number of executions.
 * @throws what made an execution fail, after the others have been recorded. It stays due.
 */
export async function recordExcusals({
  database,
  clock,
}: {
  database: Database;
  clock: Clock;
}): Promise<number> {
  const settledBefore = new Date(clock.now().getTime() - ROLL_UP_MS);
  const errors: unknown[] = [];
  let recorded = 0;
  const due = await listAcrossNodes(database, (organizationId) =>
    listDueForExcusals(database, { organizationId, settledBefore, limit: EXECUTIONS_AT_ONCE }),
  );
  for (const { organizationId, executionId } of due) {
    try {
      const isRecorded = await database.transaction((transaction) =>
        recordExecution(createScope(transaction, organizationId), executionId, settledBefore),
      );
      if (isRecorded) recorded++;
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
  return recorded;
}

async function recordExecution(
  scope: TransactionScope,
  executionId: string,
  settledBefore: Date,
): Promise<boolean> {
  if (!(await lockDueExecution(scope, executionId, settledBefore))) return false;
  const entries = await listEntriesAtSettling(scope, executionId);
  const covered = new Map(entries.map((entry) => [entry.id, readCoveredFingerprints(entry)]));
  await writeExcusals(scope, executionId, { entries, covered });
  await deleteDueExcusals(scope, executionId);
  return true;
}
