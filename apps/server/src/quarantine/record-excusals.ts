import type { Database } from '../db/connections/database.ts';
import { scopeOf } from '../db/scope.ts';
import type { Clock } from '../deps.ts';
import { coveredFingerprints } from './active-entries.queries.ts';
import {
  entriesAtSettling,
  forgetDueExcusals,
  lockDueExecutions,
  writeExcusals,
} from './excusals.queries.ts';

const EXECUTIONS_AT_ONCE = 50;

// A roll-up that keeps failing must not hold up the excusals of its execution forever.
const ROLL_UP_MS = 15 * 60 * 1000;

/**
 * Records which failures of settled executions the quarantine excused, in every organization: by the entries that were
 * active when the execution settled, once a roll-up has seen all its parts. Replaces what an earlier revision of the
 * execution had recorded, so that it may run again. Safe on several servers. Returns the number of executions.
 */
export async function recordExcusals({
  database,
  clock,
}: {
  database: Database;
  clock: Clock;
}): Promise<number> {
  let done = 0;
  for (;;) {
    const recorded = await database.transaction(async (transaction) => {
      const due = await lockDueExecutions(transaction, {
        settledBefore: new Date(clock.now().getTime() - ROLL_UP_MS),
        limit: EXECUTIONS_AT_ONCE,
      });
      for (const { organizationId, executionId } of due) {
        const scope = scopeOf(transaction, organizationId);
        const entries = await entriesAtSettling(scope, executionId);
        const covered = await coveredFingerprints(scope, entries);
        await writeExcusals(scope, executionId, { entries, covered });
      }
      await forgetDueExcusals(transaction, due);
      return due.length;
    });
    done += recorded;
    if (recorded < EXECUTIONS_AT_ONCE) return done;
  }
}
