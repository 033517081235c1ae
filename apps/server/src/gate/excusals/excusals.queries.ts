import { fingerprintText } from '../../db/conditions/fingerprint-text.ts';
import { toArrayLiteral } from '../../db/connections/plain-array.ts';
import type { TransactionScope } from '../../db/scope.ts';
import type { Database } from '../../db/connections/database.ts';
import { ENTRY_COLUMNS, FAILED_IN_EXECUTION, type ActiveEntry } from './active-entries.queries.ts';

export interface DueForExcusals {
  organizationId: string;
  executionId: string;
}

// A change that no roll-up has seen delays the excusals of its execution until `settledBefore`.
const isDue = (organizationId: string): string => `executions.settle_at IS NULL
       AND executions.status <> 'running'
       AND (executions.settled_at <= $1
         OR NOT EXISTS (
           SELECT 1
           FROM execution_changes
           WHERE execution_changes.organization_id = ${organizationId}
             AND execution_changes.execution_id = executions.id))`;

/** Lists settled executions of every organization, or of one, whose excusals are due, in any order: those that keep failing hold up none. */
export function listDueForExcusals(
  database: Database,
  {
    organizationId,
    settledBefore,
    limit,
  }: { organizationId: string | null; settledBefore: Date; limit: number },
): Promise<DueForExcusals[]> {
  return database.query<DueForExcusals>(
    `SELECT executions.organization_id AS "organizationId", executions.id AS "executionId"
     FROM due_excusals
     JOIN executions ON executions.organization_id = due_excusals.organization_id
                    AND executions.id = due_excusals.execution_id
     WHERE ${isDue('executions.organization_id')}
       AND ($3::uuid IS NULL OR executions.organization_id = $3)
     ORDER BY random()
     LIMIT $2`,
    [settledBefore, limit, organizationId],
  );
}

/**
 * Locks an execution that is still due. False while another server or an upload holds it, and when another server has
 * recorded it since: it deleted the row of due_excusals, which is therefore locked too.
 */
export async function lockDueExecution(
  scope: TransactionScope,
  executionId: string,
  settledBefore: Date,
): Promise<boolean> {
  const rows = await scope.query(
    `SELECT 1
     FROM due_excusals
     JOIN executions ON executions.organization_id = $2 AND executions.id = $3
     WHERE due_excusals.organization_id = $2
       AND due_excusals.execution_id = $3
       AND ${isDue('$2')}
     FOR NO KEY UPDATE OF due_excusals, executions SKIP LOCKED`,
    [settledBefore, scope.organizationId, executionId],
  );
  return rows.length > 0;
}

/** The entries of the tests that failed in an execution which were active when it settled, oldest first. */
export function listEntriesAtSettling(
  scope: TransactionScope,
  executionId: string,
): Promise<ActiveEntry[]> {
  return scope.query<ActiveEntry>(
    `SELECT ${ENTRY_COLUMNS}
     FROM quarantine_entries
     JOIN executions ON executions.organization_id = $1 AND executions.id = $2
     WHERE quarantine_entries.organization_id = $1
       AND quarantine_entries.created_at <= executions.settled_at
       AND quarantine_entries.expires_at > executions.settled_at
       AND coalesce(quarantine_entries.ended_at > executions.settled_at, true)
       AND ${FAILED_IN_EXECUTION}
     ORDER BY quarantine_entries.id`,
    [scope.organizationId, executionId],
  );
}

/**
 * Replaces the excusals of an execution. `covered` has the fingerprints of each entry, by its id; null for all. The
 * first entry that covers all errors of a failure excuses it.
 */
export async function writeExcusals(
  scope: TransactionScope,
  executionId: string,
  {
    entries,
    covered,
  }: {
    entries: readonly ActiveEntry[];
    covered: ReadonlyMap<string, readonly string[] | null>;
  },
): Promise<void> {
  await scope.query('DELETE FROM excusals WHERE organization_id = $1 AND execution_id = $2', [
    scope.organizationId,
    executionId,
  ]);
  const pairs = entries.flatMap(({ id, testId }) =>
    (covered.get(id) ?? [null]).map((fingerprint) => ({ id, testId, fingerprint })),
  );
  if (pairs.length === 0) return;
  await scope.query(
    // No CTE: a cluster that sends the INSERT to a node would not find the tables of one there.
    `INSERT INTO excusals (organization_id, entry_id, execution_id, at, results, fingerprints)
     SELECT executions.organization_id,
            counted.entry_id,
            executions.id,
            executions.started_at,
            sum(counted.results),
            array_agg(
              ${fingerprintText('counted.fingerprint_id')}
              ORDER BY counted.results DESC, counted.fingerprint_id)
     FROM (
       SELECT excused.entry_id, excused.fingerprint_id, count(*)::integer AS results
       FROM (
         SELECT DISTINCT ON (failing_results.result_id) pairs.entry_id, failing_results.fingerprint_id
         FROM unnest($3::uuid[], $4::uuid[], $5::text[]) AS pairs (entry_id, test_id, fingerprint)
         JOIN failing_results ON failing_results.organization_id = $1
                             AND failing_results.execution_id = $2
                             AND failing_results.test_id = pairs.test_id
                             AND failing_results.status IN ('failed', 'timedOut')
                             AND (pairs.fingerprint IS NULL
                               OR failing_results.fingerprint_id = pairs.fingerprint::uuid)
         JOIN unnest($6::uuid[], $7::text[]) AS covering (entry_id, fingerprints)
           ON covering.entry_id = pairs.entry_id
          AND (failing_results.further_fingerprints IS NULL
            OR covering.fingerprints IS NULL
            OR failing_results.further_fingerprints <@ covering.fingerprints::uuid[])
         ORDER BY failing_results.result_id, pairs.entry_id
       ) AS excused
       GROUP BY excused.entry_id, excused.fingerprint_id
     ) AS counted
     JOIN executions ON executions.organization_id = $1 AND executions.id = $2
     GROUP BY executions.organization_id, counted.entry_id, executions.id, executions.started_at`,
    [
      scope.organizationId,
      executionId,
      toArrayLiteral(pairs.map(({ id }) => id)),
      toArrayLiteral(pairs.map(({ testId }) => testId)),
      pairs.map(({ fingerprint }) => fingerprint),
      toArrayLiteral(entries.map(({ id }) => id)),
      entries.map(({ id }) => {
        const fingerprints = covered.get(id) ?? null;
        return fingerprints && toArrayLiteral(fingerprints);
      }),
    ],
  );
}

export async function deleteDueExcusals(
  scope: TransactionScope,
  executionId: string,
): Promise<void> {
  await scope.query('DELETE FROM due_excusals WHERE organization_id = $1 AND execution_id = $2', [
    scope.organizationId,
    executionId,
  ]);
}
