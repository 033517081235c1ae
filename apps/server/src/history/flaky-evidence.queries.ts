import type { Database } from '../db/database.ts';
import {
  bindsOf,
  executionConditions,
  type BindValue,
  type ExecutionsFilter,
} from '../db/execution-conditions.ts';
import { plainArray } from '../db/plain-array.ts';

/** What speaks for a test being flaky, in the executions that were asked about. */
export interface FlakyEvidence {
  testId: string;
  flakyRuns: number;
  firstFlakyAt: Date;
  lastFlakyAt: Date;
  /** Of the last flaky run's execution. */
  framework: string;
  /** All attempts but the last of the flaky runs. */
  wastedMs: number;
}

/**
 * The flaky runs of each test that has any, at most one an execution; what lies before the test's
 * latest change point does not count. Reads the index failing_results_of_flaky_runs alone.
 * @see definitions: flakiness
 */
export async function flakyEvidence(
  database: Database,
  organizationId: string,
  { filter, testIds }: { filter: ExecutionsFilter; testIds?: readonly string[] },
): Promise<Map<string, FlakyEvidence>> {
  const { bind, value } = bindsOf(organizationId);
  const rows = await database.query<FlakyEvidence>(
    `SELECT replace(failing_results.test_id::text, '-', '') AS "testId",
            count(*)::integer AS "flakyRuns",
            min(executions.started_at) AS "firstFlakyAt",
            max(executions.started_at) AS "lastFlakyAt",
            (array_agg(executions.framework ORDER BY executions.started_at DESC))[1] AS framework,
            sum(failing_results.flaky_run_wasted_ms)::float8 AS "wastedMs"
     FROM executions
     JOIN failing_results ON failing_results.organization_id = $1
                         AND failing_results.execution_id = executions.id
                         AND failing_results.flaky_run_wasted_ms IS NOT NULL
     LEFT JOIN test_states ON test_states.organization_id = $1
                          AND test_states.test_id = failing_results.test_id
     WHERE ${executionConditions(filter, value)}
       ${ofTests(testIds, value)}
       AND (test_states.evidence_after IS NULL
         OR executions.started_at > test_states.evidence_after)
     GROUP BY failing_results.test_id`,
    bind,
  );
  return new Map(rows.map((row) => [row.testId, row]));
}

function ofTests(testIds: readonly string[] | undefined, value: BindValue): string {
  return testIds === undefined
    ? ''
    : `AND failing_results.test_id = ANY (${value(plainArray(testIds))}::uuid[])`;
}
