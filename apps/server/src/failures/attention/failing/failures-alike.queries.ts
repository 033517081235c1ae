import type { Outcome } from '@svc/contract/executions/outcomes';
import type { Scope } from '../../../db/scope.ts';
import { toArrayLiteral } from '../../../db/connections/plain-array.ts';
import { OUTCOME_OF_RESULTS } from '../../../history/recent-runs.queries.ts';

/** A failure to search for in executions. */
export interface LookedFor {
  fingerprint: string;
  testIds: readonly string[];
  executions: readonly { id: string; week: string }[];
}

export interface FailureAlike {
  /** The executions in which one of the tests failed with the fingerprint, each with one such result. */
  failedIn: ReadonlyMap<string, string>;
  /** How the first test ended, with any fingerprint, by execution. */
  outcomes: ReadonlyMap<string, Outcome>;
}

/**
 * Where each of these failures occurred, in the same order. Reads the indexes failing_results_by_fingerprint and, for
 * the first test of each, results_by_test.
 */
export async function listFailuresAlike(
  scope: Scope,
  lookedFor: readonly LookedFor[],
): Promise<FailureAlike[]> {
  if (lookedFor.length === 0) return [];
  const tests = lookedFor.flatMap(({ testIds }, item) =>
    testIds.map((testId, place) => ({ item, testId, place })),
  );
  const executions = lookedFor.flatMap(({ fingerprint, executions }, item) =>
    executions.map((execution) => ({
      ...execution,
      item,
      fingerprintId: fingerprint.slice(fingerprint.indexOf(':') + 1),
    })),
  );
  const rows = await scope.query<Row>(
    `WITH wanted_tests AS (
       SELECT * FROM unnest($2::integer[], $3::uuid[], $4::integer[]) AS wanted (item, test_id, place)
     ), wanted_executions AS (
       SELECT *
       FROM unnest($5::integer[], $6::uuid[], $7::uuid[], $8::date[])
         AS wanted (item, fingerprint_id, id, week)
     ), failed_tests AS MATERIALIZED (
       SELECT wanted_executions.item, wanted_executions.id, failing_results.test_id,
              failing_results.result_id
       FROM wanted_executions
       JOIN failing_results ON failing_results.organization_id = $1
                           AND failing_results.fingerprint_id = wanted_executions.fingerprint_id
                           AND failing_results.execution_id = wanted_executions.id
       WHERE failing_results.status IN ('failed', 'timedOut')
     )
     SELECT failed_tests.item,
            failed_tests.id AS "executionId",
            min(failed_tests.result_id::text) AS "resultId",
            NULL AS outcome
     FROM failed_tests
     JOIN wanted_tests ON wanted_tests.item = failed_tests.item
                      AND wanted_tests.test_id = failed_tests.test_id
     GROUP BY failed_tests.item, failed_tests.id
     UNION ALL
     SELECT wanted_tests.item, wanted_executions.id, NULL, ${OUTCOME_OF_RESULTS}
     FROM wanted_tests
     JOIN wanted_executions ON wanted_executions.item = wanted_tests.item
     JOIN results ON results.organization_id = $1
                 AND results.test_id = wanted_tests.test_id
                 AND results.execution_id = wanted_executions.id
                 AND results.week = wanted_executions.week
     WHERE wanted_tests.place = 0
     GROUP BY wanted_tests.item, wanted_executions.id`,
    [
      scope.organizationId,
      toArrayLiteral(tests.map((test) => test.item)),
      toArrayLiteral(tests.map((test) => test.testId)),
      toArrayLiteral(tests.map((test) => test.place)),
      toArrayLiteral(executions.map((execution) => execution.item)),
      toArrayLiteral(executions.map((execution) => execution.fingerprintId)),
      toArrayLiteral(executions.map((execution) => execution.id)),
      toArrayLiteral(executions.map((execution) => execution.week)),
    ],
  );
  const ofItems = Map.groupBy(rows, (row) => row.item);
  return lookedFor.map((_, item) => {
    const ofItem = ofItems.get(item) ?? [];
    return {
      failedIn: new Map(
        ofItem.flatMap(({ executionId, resultId }) =>
          resultId === null ? [] : [[executionId, resultId]],
        ),
      ),
      outcomes: new Map(
        ofItem.flatMap(({ executionId, outcome }) =>
          outcome === null ? [] : [[executionId, outcome]],
        ),
      ),
    };
  });
}

interface Row {
  item: number;
  executionId: string;
  /** The failure's result; null in a row with an outcome. */
  resultId: string | null;
  outcome: Outcome | null;
}
