import { isExecutionWithId } from '../../db/conditions/look-ups.ts';
import type { Database } from '../../db/connections/database.ts';
import type { TransactionScope } from '../../db/scope.ts';

interface Times {
  now: Date;
  /** Entries that were added, were changed or excused a failure since then are not idle. */
  idleSince: Date;
}

/** The last event of an entry: a change, or a failure that it excused. */
const lastUsed = (organizationId: string): string => `greatest(
              quarantine_entries.changed_at,
              (SELECT max(excusals.at)
               FROM excusals
               WHERE excusals.organization_id = ${organizationId}
                 AND excusals.entry_id = quarantine_entries.id))`;

export async function listOrganizationsWithIdleEntries(
  database: Database,
  { now, idleSince }: Times,
): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    `SELECT DISTINCT organization_id AS id
     FROM quarantine_entries
     WHERE ended_at IS NULL AND expires_at > $1 AND ${lastUsed('quarantine_entries.organization_id')} <= $2
     ORDER BY organization_id`,
    [now, idleSince],
  );
  return rows.map((row) => row.id);
}

export interface IdleEntry {
  id: string;
  testId: string;
  titlePath: string[];
  reason: string;
  owner: string | null;
}

/**
 * The idle active entries whose test is healthy, and since its entry was last used passed in at least `minRuns`
 * executions and failed in none.
 */
export function listIdleEntries(
  scope: TransactionScope,
  { now, idleSince, minRuns }: Times & { minRuns: number },
): Promise<IdleEntry[]> {
  return scope.query<IdleEntry>(
    `SELECT idle.id,
            replace(idle.test_id::text, '-', '') AS "testId",
            tests.title_path AS "titlePath",
            idle.reason,
            idle.owner
     FROM (
       SELECT quarantine_entries.*, ${lastUsed('$1')} AS last_used_at
       FROM quarantine_entries
       WHERE organization_id = $1 AND ended_at IS NULL AND expires_at > $2
     ) AS idle
     JOIN tests ON tests.organization_id = $1 AND tests.id = idle.test_id
     LEFT JOIN test_states ON test_states.organization_id = $1 AND test_states.test_id = idle.test_id
     -- Reads the index results_by_test. A run with a failure is none that passed, whatever its other results say.
     CROSS JOIN LATERAL (
       SELECT count(DISTINCT results.execution_id) FILTER (WHERE results.status = 'passed') AS passed,
              count(*) FILTER (WHERE results.status IN ('failed', 'timedOut')) AS failures
       FROM results
       JOIN executions ON ${isExecutionWithId('results.execution_id')}
       WHERE results.organization_id = $1
         AND results.test_id = idle.test_id
         AND executions.started_at > idle.last_used_at
         AND executions.number IS NOT NULL
       OFFSET 0
     ) AS runs
     WHERE idle.last_used_at <= $3
       AND coalesce(test_states.state, 'healthy') = 'healthy'
       AND runs.passed >= $4
       AND runs.failures = 0
     ORDER BY idle.id`,
    [scope.organizationId, now, idleSince, minRuns],
  );
}
