import type { ResultRow, ResultTab } from '@svc/contract/executions/execution-view';
import { isTestWithId } from '../../db/conditions/look-ups.ts';
import { createBinds, type BindValue } from '../../db/conditions/execution-conditions.ts';
import type { Scope } from '../../db/scope.ts';
import {
  toBoundedRows,
  bytesOf,
  buildBoundedSql,
  type Bound,
  type BoundedRows,
} from '../../history/bounded-rows.queries.ts';
import { testSearchCondition } from '../../history/test-search.ts';
import type { ExecutionPlace } from '../results.queries.ts';

export type StoredRow = Omit<
  ResultRow,
  'title' | 'fingerprint' | 'classification' | 'confidence' | 'part'
> & {
  /** The place of its outcome in the list. */
  rank: number;
  uploadId: string;
  bytes: number;
};

/** The last row of the previous page. */
export interface AfterRow {
  rank: number;
  id: string;
}

export interface RowsWanted extends Bound {
  tab: ResultTab;
  search: string | undefined;
  after: AfterRow | null;
}

/**
 * The results of an execution, failures first, without their texts. Reads all results of the execution in the range
 * of its primary key, and looks up the tests of one page, or with `search` of all results.
 */
export async function listResultRows(
  scope: Scope,
  place: ExecutionPlace,
  { tab, search, after, limit, maxBytes }: RowsWanted,
): Promise<BoundedRows<StoredRow>> {
  const { bind, value } = createBinds(scope.organizationId);
  const conditions = listRowConditions(place, { tab, search, after }, value);
  const rows = `
  SELECT results.id,
         replace(results.test_id::text, '-', '') AS "testId",
         tests.title_path AS "titlePath",
         tests.file,
         results.line,
         tests.variant,
         results.status,
         results.flaky,
         results.duration_ms AS "durationMs",
         results.upload_id AS "uploadId",
         results.rank,
         ${bytesOf('tests.title_path::text', 'tests.file', 'tests.variant')}
  FROM (
    SELECT results.*, ${RANK} AS rank
    FROM results
    WHERE ${conditions.join('\n      AND ')}
    ORDER BY ${RANK}, results.id
    LIMIT ${value(limit)}) AS results
  CROSS JOIN LATERAL (
    SELECT title_path, file, variant
    FROM tests
    WHERE ${isTestWithId('results.test_id')}
    OFFSET 0) AS tests`;
  const found = await scope.query<StoredRow>(
    buildBoundedSql(rows, { order: 'rank, id', maxBytes: value(maxBytes) }),
    bind,
  );
  return toBoundedRows(found, { limit, maxBytes });
}

function listRowConditions(
  place: ExecutionPlace,
  { tab, search, after }: Pick<RowsWanted, 'tab' | 'search' | 'after'>,
  value: BindValue,
): string[] {
  const conditions = [
    'results.organization_id = $1',
    `results.execution_id = ${value(place.executionId)}`,
    `results.week = ${value(place.week)}`,
    OF_TAB[tab],
  ];
  if (after !== null) {
    conditions.push(`(${RANK}, results.id) > (${value(after.rank)}, ${value(after.id)})`);
  }
  if (search !== undefined) {
    // OFFSET 0 keeps it a look-up per result. As a join, Postgres might read the tests of all projects.
    conditions.push(`EXISTS (
        SELECT 1
        FROM tests
        WHERE ${isTestWithId('results.test_id')}
          AND ${testSearchCondition(search, value)}
        OFFSET 0)`);
  }
  return conditions;
}

const RANK = `CASE
      WHEN results.status IN ('failed', 'timedOut') THEN 0
      WHEN results.status = 'interrupted' THEN 1
      WHEN results.flaky THEN 2
      WHEN results.status = 'passed' THEN 3
      ELSE 4
    END`;

const OF_TAB: Record<ResultTab, string> = {
  failed: `results.status IN ('failed', 'timedOut')`,
  flaky: 'results.flaky',
  interrupted: `results.status = 'interrupted'`,
  skipped: `results.status = 'skipped'`,
  passed: `results.status = 'passed'`,
  all: 'true',
};
