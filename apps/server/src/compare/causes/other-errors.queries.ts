import type { ComparedTest } from '@svc/analysis/compare/compare-executions';
import { toArrayLiteral } from '../../db/connections/plain-array.ts';
import type { Scope } from '../../db/scope.ts';
import type { Sides } from '../sides/execution-references.ts';

const ERRORS = `failing_results
       CROSS JOIN LATERAL unnest(array_append(further_fingerprints, fingerprint_id)) AS errors (error)
       WHERE organization_id = $1
         AND status IN ('failed', 'timedOut')`;

/**
 * The ids of tests that have an error in the head which they do not have in the base: the gate calls them new.
 * `stillFailing` are tests that fail on both sides. Leaves out tests whose errors in the base have no fingerprint yet.
 * @see listFailuresOfBase
 */
export async function listTestsWithOtherErrors(
  scope: Scope,
  { base, head, stillFailing }: Sides & { stillFailing: readonly ComparedTest[] },
): Promise<Set<string>> {
  if (stillFailing.length === 0) return new Set();
  const baseIds = stillFailing.map(({ baseFrom }) => baseFrom?.executionId ?? base.id);
  const rows = await scope.query<{ testId: string }>(
    `WITH base_errors AS MATERIALIZED (
       SELECT test_id, error
       FROM ${ERRORS}
         AND execution_id = ANY ($3::uuid[])
         -- IS TRUE keeps the planner from making this a join, whose plan would depend on statistics.
         AND ((test_id, execution_id) IN (SELECT * FROM unnest($4::uuid[], $5::uuid[]))) IS TRUE
     )
     SELECT DISTINCT replace(test_id::text, '-', '') AS "testId"
     FROM (
       SELECT test_id, error
       FROM ${ERRORS}
         AND execution_id = $2
         AND (test_id IN (SELECT test_id FROM base_errors)) IS TRUE
       EXCEPT
       SELECT test_id, error FROM base_errors
     ) AS others`,
    [
      scope.organizationId,
      head.id,
      toArrayLiteral([...new Set(baseIds)]),
      toArrayLiteral(stillFailing.map(({ testId }) => testId)),
      toArrayLiteral(baseIds),
    ],
  );
  return new Set(rows.map(({ testId }) => testId));
}
