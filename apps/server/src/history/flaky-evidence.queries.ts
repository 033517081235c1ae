import type { Database } from '../db/database.ts';
import {
  bindsOf,
  executionConditions,
  type BindValue,
  type ExecutionsFilter,
} from '../db/execution-conditions.ts';
import { IS_INFRASTRUCTURE } from '../db/infrastructure.ts';
import { plainArray } from '../db/plain-array.ts';

/** What speaks for a test being flaky, in the executions that were asked about. */
export interface FlakyEvidence {
  testId: string;
  flakyRuns: number;
  firstFlakyAt: Date;
  lastFlakyAt: Date;
  /** All attempts but the last of the flaky runs. */
  wastedMs: number;
}

/**
 * The evidence of each test that has any: flaky within an execution, or failed where another
 * execution of the same code passed; at most one an execution. Outages are no evidence, nor is what
 * lies before the test's latest change point. Reads failing_results only.
 * @see definitions: flakiness
 */
export async function flakyEvidence(
  database: Database,
  organizationId: string,
  { filter, testIds }: { filter: ExecutionsFilter; testIds?: readonly string[] },
): Promise<Map<string, FlakyEvidence>> {
  const { bind, value } = bindsOf(organizationId);
  const rows = await database.query<FlakyEvidence>(
    `WITH flaky_runs AS (
       SELECT failing_results.test_id,
              executions.started_at,
              sum(failing_results.wasted_ms) AS wasted_ms
       FROM executions
       JOIN failing_results ON failing_results.organization_id = $1
                           AND failing_results.execution_id = executions.id
       LEFT JOIN test_states ON test_states.organization_id = $1
                            AND test_states.test_id = failing_results.test_id
       WHERE ${executionConditions(filter, value)}
         AND NOT ${IS_INFRASTRUCTURE}
         ${ofTests(testIds, value)}
         AND (test_states.evidence_from IS NULL
           OR executions.started_at >= test_states.evidence_from)
       GROUP BY failing_results.test_id, executions.organization_id, executions.id
       HAVING CASE WHEN bool_or(NOT failing_results.flaky)
                   -- A failed result beside one that passed on retry makes the run a failure.
                   THEN bool_or(failing_results.contradicted)
                   ELSE NOT ${WAS_INTERRUPTED} END
     )
     SELECT replace(test_id::text, '-', '') AS "testId",
            count(*)::integer AS "flakyRuns",
            min(started_at) AS "firstFlakyAt",
            max(started_at) AS "lastFlakyAt",
            sum(wasted_ms)::float8 AS "wastedMs"
     FROM flaky_runs
     GROUP BY test_id`,
    bind,
  );
  return new Map(rows.map((row) => [row.testId, row]));
}

// An interrupted result beside a flaky one is the worse of the two, so that the run is no counted one.
const WAS_INTERRUPTED = `(
  executions.interrupted > 0 AND EXISTS (
    SELECT FROM results
    WHERE results.organization_id = $1
      AND results.test_id = failing_results.test_id
      AND results.execution_id = executions.id
      AND results.week = executions.week
      AND results.status = 'interrupted'))`;

function ofTests(testIds: readonly string[] | undefined, value: BindValue): string {
  return testIds === undefined
    ? ''
    : `AND failing_results.test_id = ANY (${value(plainArray(testIds))}::uuid[])`;
}
