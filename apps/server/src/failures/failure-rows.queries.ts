import {
  executionConditions,
  type BindValue,
  type ExecutionsFilter,
} from '../db/conditions/execution-conditions.ts';
import { toArrayLiteral } from '../db/connections/plain-array.ts';

/** Selects failures: those of the matching executions, and optionally only those with these fingerprints. */
export interface AskedFailures {
  filter: ExecutionsFilter;
  fingerprintIds?: readonly string[];
}

/**
 * The common table expressions `matching` (executions) and `failures` (their failed results, counted by execution and
 * fingerprint, each with its last result as an example).
 */
export function failureRows({ filter, fingerprintIds }: AskedFailures, value: BindValue): string {
  return `${matching(filter, value)}, failures AS (
       SELECT execution_failures.fingerprint_id,
              execution_failures.failures,
              execution_failures.result_id,
              execution_failures.test_id,
              execution_failures.execution_id,
              matching.project_id,
              matching.branch,
              matching.week,
              matching.number,
              matching.started_at
       FROM matching
       JOIN execution_failures ON execution_failures.organization_id = $1
                              AND execution_failures.execution_id = matching.id
       ${ofFingerprints(fingerprintIds, value)}
     )`;
}

/**
 * The common table expression `failing_tests` (each fingerprint with each test that failed with it), for a statement
 * with `failures`. A single failure names its test. The tests of several failures are read from the index
 * failing_results_by_fingerprint. Materialized, so that Postgres hashes the failures of an outage instead of sorting
 * them for a join.
 */
export const FAILING_TESTS = `failing_tests AS MATERIALIZED (
       SELECT fingerprint_id, test_id
       FROM (
         SELECT failures.fingerprint_id, failures.test_id
         FROM failures
         WHERE failures.failures = 1
         UNION ALL
         SELECT failing_results.fingerprint_id, failing_results.test_id
         FROM failures
         JOIN failing_results ON failing_results.organization_id = $1
                             AND failing_results.fingerprint_id = failures.fingerprint_id
                             AND failing_results.execution_id = failures.execution_id
                             AND failing_results.status IN ('failed', 'timedOut')
         WHERE failures.failures > 1
       ) AS failing
       GROUP BY fingerprint_id, test_id
     )`;

function matching(filter: ExecutionsFilter, value: BindValue): string {
  return `matching AS MATERIALIZED (
       SELECT id, project_id, branch, week, number, started_at
       FROM executions
       WHERE ${executionConditions(filter, value)}
     )`;
}

function ofFingerprints(ids: readonly string[] | undefined, value: BindValue): string {
  return ids === undefined
    ? ''
    : `WHERE execution_failures.fingerprint_id = ANY (${value(toArrayLiteral(ids))}::uuid[])`;
}
