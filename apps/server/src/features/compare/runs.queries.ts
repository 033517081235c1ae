import type { ComparedRun } from '@svc/analysis/compare-executions';
import type { Database } from '../../db/database.ts';
import { plainElements } from '../../db/plain-array.ts';

/** Parallel columns. As text they cost Node a third of what a row for each result does. */
interface RunColumns {
  testIds: string | null;
  statuses: string | null;
  flaky: string | null;
  durationsMs: string | null;
  files: string[] | null;
  variants: (string | null)[] | null;
}

/**
 * All results of an execution, in no order, with file '' and variant null unless `withFiles`. A walk
 * along a part of the primary key.
 */
export async function listRuns(
  database: Database,
  organizationId: string,
  { execution, withFiles }: { execution: { id: string; week: string }; withFiles: boolean },
): Promise<ComparedRun[]> {
  const [columns] = await database.query<RunColumns>(
    `SELECT array_agg(results.test_id)::text AS "testIds",
            array_agg(results.status)::text AS statuses,
            array_agg(results.flaky)::text AS flaky,
            array_agg(results.last_attempt_ms)::text AS "durationsMs",
            ${withFiles ? FILES : 'NULL AS files, NULL AS variants'}
     FROM results
     ${withFiles ? JOIN_TESTS : ''}
     WHERE results.organization_id = $1
       AND results.execution_id = $2
       AND results.week = $3`,
    [organizationId, execution.id, execution.week],
  );
  return columns === undefined ? [] : runsOf(columns);
}

const FILES = 'array_agg(tests.file) AS files, array_agg(tests.variant) AS variants';

const JOIN_TESTS = `
     JOIN tests ON tests.organization_id = results.organization_id AND tests.id = results.test_id`;

function runsOf({ testIds, statuses, flaky, durationsMs, files, variants }: RunColumns) {
  const status = plainElements(statuses) as ComparedRun['status'][];
  const isFlaky = plainElements(flaky);
  const durationMs = plainElements(durationsMs);
  return plainElements(testIds?.replaceAll('-', '') ?? null).map((testId, at): ComparedRun => ({
    testId,
    status: status[at] ?? 'skipped',
    flaky: isFlaky[at] === 't',
    durationMs: Number(durationMs[at]),
    file: files?.[at] ?? '',
    variant: variants?.[at] ?? null,
  }));
}
