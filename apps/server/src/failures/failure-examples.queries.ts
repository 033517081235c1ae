import type { FailureGroup } from '@svc/contract/history/failures';
import type { TestError } from '@svc/contract/executions/test-errors';
import { toArrayLiteral } from '../db/connections/plain-array.ts';
import type { Scope } from '../db/scope.ts';
import type { NewestFailure } from './failure-details.queries.ts';

/** Both are null when retention has deleted the result. */
export type ExampleTexts = Pick<FailureGroup['example'], 'line' | 'message'>;

interface Row {
  resultId: string;
  line: number | null;
  /** The last failed attempt's errors as JSON; the first one has the fingerprint. */
  errors: string | null;
}

/** The line and the message of these failures, by result id. */
export async function readExampleTexts(
  scope: Scope,
  failures: readonly NewestFailure[],
): Promise<Map<string, ExampleTexts>> {
  if (failures.length === 0) return new Map();
  const rows = await scope.query<Row>(
    // The condition on all weeks lets the planner skip other partitions.
    `SELECT failure.result_id AS "resultId", results.line, failed_attempt.errors
     FROM unnest($2::uuid[], $3::uuid[], $4::date[]) AS failure (execution_id, result_id, week)
     LEFT JOIN LATERAL (
       SELECT line
       FROM results
       WHERE organization_id = $1
         AND execution_id = failure.execution_id
         AND id = failure.result_id
         AND week = failure.week
         AND week = ANY ($4::date[])
       OFFSET 0
     ) AS results ON true
     LEFT JOIN LATERAL (
       SELECT texts.body AS errors
       FROM attempts
       LEFT JOIN texts ON texts.organization_id = $1
                      AND texts.id = attempts.errors_id
                      AND texts.week = failure.week
                      AND texts.week = ANY ($4::date[])
       WHERE attempts.organization_id = $1
         AND attempts.execution_id = failure.execution_id
         AND attempts.result_id = failure.result_id
         AND attempts.week = failure.week
         AND attempts.week = ANY ($4::date[])
         AND attempts.status IN ('failed', 'timedOut')
       ORDER BY attempts.index DESC
       LIMIT 1
     ) AS failed_attempt ON true`,
    [
      scope.organizationId,
      toArrayLiteral(failures.map((failure) => failure.executionId)),
      toArrayLiteral(failures.map((failure) => failure.resultId)),
      toArrayLiteral(failures.map((failure) => failure.week)),
    ],
  );
  return new Map(
    rows.map(({ resultId, line, errors }) => [
      resultId,
      { line, message: parseFirstMessage(errors) },
    ]),
  );
}

function parseFirstMessage(errors: string | null): string | null {
  return errors === null ? null : ((JSON.parse(errors) as TestError[])[0]?.message ?? null);
}
