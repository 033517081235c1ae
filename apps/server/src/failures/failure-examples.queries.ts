import type { FailureGroup } from '@svc/contract/history/failures';
import type { TestError } from '@svc/contract/executions/test-errors';
import { joinResult } from '../db/conditions/look-ups.ts';
import type { Scope } from '../db/scope.ts';
import { createBinds, type ExecutionsFilter } from '../db/conditions/execution-conditions.ts';
import { failureRows } from './failure-rows.queries.ts';

type Example = FailureGroup['example'];

interface Row extends Omit<Example, 'message'> {
  id: string;
  /** The last failed attempt's errors as JSON; the first one has the fingerprint. */
  errors: string | null;
}

/**
 * The newest failure of each group, by the fingerprint's hex digits. Line and message are null when retention has
 * deleted the result.
 */
export async function listNewestFailures(
  scope: Scope,
  { filter, fingerprintIds }: { filter: ExecutionsFilter; fingerprintIds: readonly string[] },
): Promise<Map<string, Example>> {
  const { bind, value } = createBinds(scope.organizationId);
  const rows = await scope.query<Row>(
    `WITH ${failureRows({ filter, fingerprintIds }, value)}, newest AS (
       SELECT DISTINCT ON (fingerprint_id) *
       FROM failures
       ORDER BY fingerprint_id, started_at DESC, execution_id DESC, result_id DESC
     )
     SELECT replace(newest.fingerprint_id::text, '-', '') AS id,
            newest.result_id AS "resultId",
            newest.execution_id AS "executionId",
            newest.number AS "executionNumber",
            replace(newest.test_id::text, '-', '') AS "testId",
            projects.name AS project,
            tests.title_path ->> -1 AS title,
            tests.file,
            results.line,
            failed_attempt.errors
     FROM newest
     JOIN tests ON tests.organization_id = $1 AND tests.id = newest.test_id
     JOIN projects ON projects.organization_id = $1 AND projects.id = newest.project_id
     ${joinResult('newest', 'newest.week')}
     LEFT JOIN LATERAL (
       SELECT texts.body AS errors
       FROM attempts
       LEFT JOIN texts ON texts.organization_id = $1
                      AND texts.id = attempts.errors_id
                      AND texts.week = newest.week
       WHERE attempts.organization_id = $1
         AND attempts.execution_id = newest.execution_id
         AND attempts.result_id = newest.result_id
         AND attempts.week = newest.week
         AND attempts.status IN ('failed', 'timedOut')
       ORDER BY attempts.index DESC
       LIMIT 1
     ) AS failed_attempt ON true`,
    bind,
  );
  return new Map(
    rows.map(({ id, errors, ...example }) => [
      id,
      { ...example, message: parseFirstMessage(errors) },
    ]),
  );
}

function parseFirstMessage(errors: string | null): string | null {
  return errors === null ? null : ((JSON.parse(errors) as TestError[])[0]?.message ?? null);
}
