import type { Scope } from '../../db/scope.ts';
import {
  bindsOf,
  executionConditions,
  sourceCondition,
  SPEAKS,
  type ExecutionsFilter,
} from '../../db/conditions/execution-conditions.ts';
import { plainArray } from '../../db/connections/plain-array.ts';

// Each test takes 50 µs. An outage has thousands of tests, too many to look up one by one.
const MAX_TESTS = 100;

/**
 * Which of these groups, by the fingerprint's hex digits, are not over: on some branch, a test with this failure has
 * not passed in a later execution that speaks for the branch. The executions that speak may be of any source,
 * regardless of the filter's source. A failure in the newest speaking execution of a branch needs no look at results.
 * For the others, reads the index results_by_test for the 100 tests that had the failure last: a failure of more
 * tests is over when these are over.
 * @see definitions: which executions speak for a branch
 */
export async function openFailures(
  scope: Scope,
  { filter, fingerprintIds }: { filter: ExecutionsFilter; fingerprintIds: readonly string[] },
): Promise<Set<string>> {
  if (fingerprintIds.length === 0) return new Set();
  const { bind, value } = bindsOf(scope.organizationId);
  const ofAnySource = { ...filter, source: undefined };
  const wanted = value(plainArray(fingerprintIds));
  const rows = await scope.query<{ id: string }>(
    `WITH ranked AS MATERIALIZED (
       SELECT executions.id,
              executions.week,
              ${sourceCondition(filter, value) ?? 'true'} AS is_asked,
              ${SPEAKS} AS speaks,
              -- A number instead of the branch, because thousands of failures are grouped and joined by it. Executions
              -- without a branch share a number.
              dense_rank() OVER (ORDER BY executions.project_id, executions.branch) AS branch,
              row_number() OVER (ORDER BY executions.started_at, executions.id) AS age
       FROM executions
       WHERE ${executionConditions(ofAnySource, value)}
     ), known AS MATERIALIZED (
       SELECT *, max(age) FILTER (WHERE speaks) OVER (PARTITION BY branch) AS newest
       FROM ranked
     ), shown AS MATERIALIZED (
       SELECT DISTINCT failing_results.fingerprint_id
       FROM known
       JOIN failing_results ON ${FAILED_IN_KNOWN}
       WHERE known.is_asked
         AND (known.newest IS NULL OR known.age >= known.newest)
         AND failing_results.fingerprint_id = ANY (${wanted}::uuid[])
     ), failing AS (
       SELECT failing_results.fingerprint_id,
              failing_results.test_id,
              known.branch,
              max(known.age) AS age
       FROM known
       JOIN failing_results ON ${FAILED_IN_KNOWN}
       WHERE known.is_asked
         AND failing_results.fingerprint_id = ANY (${wanted}::uuid[])
         AND failing_results.fingerprint_id NOT IN (SELECT fingerprint_id FROM shown)
       GROUP BY failing_results.fingerprint_id, failing_results.test_id, known.branch
     ), in_doubt AS MATERIALIZED (
       SELECT *
       FROM (
         SELECT failing.*,
                row_number() OVER (PARTITION BY fingerprint_id ORDER BY age DESC) AS place
         FROM failing
       ) AS placed
       WHERE place <= ${MAX_TESTS}
     ), passed AS (
       SELECT results.test_id, known.branch, known.age
       FROM results
       JOIN known ON known.id = results.execution_id AND known.speaks
       WHERE results.organization_id = $1
         AND results.test_id = ANY (ARRAY(SELECT DISTINCT test_id FROM in_doubt))
         AND results.week BETWEEN (SELECT min(week) FROM known) AND (SELECT max(week) FROM known)
       GROUP BY results.test_id, known.branch, known.age
       HAVING bool_or(results.status = 'passed')
          AND bool_and(results.status IN ('passed', 'skipped'))
     ), passed_last AS (
       SELECT test_id, branch, max(age) AS age
       FROM passed
       GROUP BY test_id, branch
     )
     SELECT replace(fingerprint_id::text, '-', '') AS id
     FROM shown
     UNION
     SELECT replace(in_doubt.fingerprint_id::text, '-', '')
     FROM in_doubt
     LEFT JOIN passed_last USING (test_id, branch)
     WHERE passed_last.age IS NULL OR passed_last.age <= in_doubt.age`,
    bind,
  );
  return new Set(rows.map((row) => row.id));
}

const FAILED_IN_KNOWN = `failing_results.organization_id = $1
                           AND failing_results.execution_id = known.id
                           AND failing_results.status IN ('failed', 'timedOut')`;
