import {
  executionConditions,
  type BindValue,
  type ExecutionsFilter,
  createBinds,
} from '../db/conditions/execution-conditions.ts';
import { toArrayLiteral } from '../db/connections/plain-array.ts';
import type { Scope } from '../db/scope.ts';

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
       ${ofFingerprints('execution_failures', fingerprintIds, value)}
     )`;
}

/**
 * The common table expressions `matching` and `failing_tests` (each fingerprint with each test that failed with it).
 */
export function failingTests({ filter, fingerprintIds }: AskedFailures, value: BindValue): string {
  return `${matching(filter, value)}, ${failingTestsOfMatching({ fingerprintIds }, value)}`;
}

/** The common table expression `failing_tests`, for a statement that already has `matching`. */
export function failingTestsOfMatching(
  { fingerprintIds }: { fingerprintIds?: readonly string[] | undefined },
  value: BindValue,
): string {
  return `failing_tests AS (
       SELECT DISTINCT failing_results.fingerprint_id, failing_results.test_id
       FROM matching
       JOIN failing_results ON failing_results.organization_id = $1
                           AND failing_results.execution_id = matching.id
                           AND failing_results.status IN ('failed', 'timedOut')
       ${ofFingerprints('failing_results', fingerprintIds, value)}
     )`;
}

function matching(filter: ExecutionsFilter, value: BindValue): string {
  return `matching AS MATERIALIZED (
       SELECT id, project_id, branch, week, number, started_at
       FROM executions
       WHERE ${executionConditions(filter, value)}
     )`;
}

function ofFingerprints(
  table: string,
  ids: readonly string[] | undefined,
  value: BindValue,
): string {
  return ids === undefined
    ? ''
    : `WHERE ${table}.fingerprint_id = ANY (${value(toArrayLiteral(ids))}::uuid[])`;
}

/** How many tests failed with each of these fingerprints, by its hex digits. */
export async function countTestsByFingerprint(
  scope: Scope,
  { filter, fingerprintIds }: { filter: ExecutionsFilter; fingerprintIds: readonly string[] },
): Promise<Map<string, number>> {
  const { bind, value } = createBinds(scope.organizationId);
  const rows = await scope.query<{ id: string; tests: number }>(
    `WITH ${failingTests({ filter, fingerprintIds }, value)}
     SELECT replace(fingerprint_id::text, '-', '') AS id, count(*)::integer AS tests
     FROM failing_tests
     GROUP BY fingerprint_id`,
    bind,
  );
  return new Map(rows.map((row) => [row.id, row.tests]));
}
