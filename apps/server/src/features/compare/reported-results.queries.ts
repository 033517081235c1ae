import type { ComparedRun } from '@svc/analysis/compare-executions';
import type { Database } from '../../db/database.ts';
import { plainArray } from '../../db/plain-array.ts';

/** A result with what is told of it; its duration is the last attempt's. */
export interface ReportedResult extends ComparedRun {
  resultId: string;
  titlePath: string[];
  line: number | null;
  owner: string | null;
  retries: number;
}

/** All results of these tests in an execution, in the order of their upload. */
export async function listReportedResults(
  database: Database,
  organizationId: string,
  { execution, testIds }: { execution: { id: string; week: string }; testIds: readonly string[] },
): Promise<ReportedResult[]> {
  if (testIds.length === 0) return [];
  return database.query<ReportedResult>(
    `SELECT results.id AS "resultId",
            replace(results.test_id::text, '-', '') AS "testId",
            tests.title_path AS "titlePath",
            tests.file,
            tests.variant,
            results.line,
            results.status,
            results.flaky,
            results.retries,
            results.last_attempt_ms AS "durationMs",
            results.owner
     FROM results
     JOIN tests ON tests.organization_id = results.organization_id
               AND tests.id = results.test_id
     WHERE results.organization_id = $1
       AND results.execution_id = $2
       AND results.week = $3
       AND results.test_id = ANY ($4::uuid[])
     ORDER BY results.id`,
    [organizationId, execution.id, execution.week, plainArray(testIds)],
  );
}
