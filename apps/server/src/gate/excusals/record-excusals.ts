import type { Database } from '../../db/connections/database.ts';
import { createScope } from '../../db/scope.ts';
import type { Clock } from '../../clock.ts';
import { readCoveredFingerprints } from './active-entries.queries.ts';
import {
  type DueForExcusals,
  listEntriesAtSettling,
  deleteDueExcusals,
  lockDueExecutions,
  writeExcusals,
} from './excusals.queries.ts';

const EXECUTIONS_AT_ONCE = 50;

// A roll-up that keeps failing must not hold up the excusals of its execution forever.
const ROLL_UP_MS = 15 * 60 * 1000;

interface Recording {
  database: Database;
  clock: Clock;
}

/**
 * Records which failures of settled executions the quarantine excused, in every organization: by the entries that were
 * active when the execution settled, once a roll-up has seen all its parts. Replaces what an earlier revision of the
 * execution had recorded, so that it may run again. Safe on several servers. Returns the number of executions.
 * @throws what made an execution fail, after the others have been recorded. It stays due.
 */
export async function recordExcusals(recording: Recording): Promise<number> {
  let done = 0;
  for (;;) {
    const tried: DueForExcusals[] = [];
    const recorded = await recordBatch(recording, { tried }).catch(async (error: unknown) => {
      if (tried.length === 0) throw error;
      return recordEach(recording, tried);
    });
    done += recorded;
    if (recorded < EXECUTIONS_AT_ONCE) return done;
  }
}

/** Records them one by one, so that one that fails does not hold up the others. */
async function recordEach(recording: Recording, executions: readonly DueForExcusals[]) {
  const errors: unknown[] = [];
  for (const { executionId } of executions) {
    await recordBatch(recording, { only: executionId, tried: [] }).catch((error: unknown) => {
      errors.push(error);
    });
  }
  if (errors.length > 0) throw errors[0];
  return executions.length;
}

/** Adds the executions to `tried` before it records them. */
function recordBatch(
  { database, clock }: Recording,
  { only, tried }: { only?: string; tried: DueForExcusals[] },
): Promise<number> {
  return database.transaction(async (transaction) => {
    const due = await lockDueExecutions(transaction, {
      settledBefore: new Date(clock.now().getTime() - ROLL_UP_MS),
      only,
      limit: EXECUTIONS_AT_ONCE,
    });
    tried.push(...due);
    for (const { organizationId, executionId } of due) {
      const scope = createScope(transaction, organizationId);
      const entries = await listEntriesAtSettling(scope, executionId);
      const covered = new Map(entries.map((entry) => [entry.id, readCoveredFingerprints(entry)]));
      await writeExcusals(scope, executionId, { entries, covered });
    }
    await deleteDueExcusals(transaction, due);
    return due.length;
  });
}
