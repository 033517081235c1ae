import { FINGERPRINT_PREFIX } from '@svc/analysis/fingerprint/fingerprint';
import type { Result } from '@svc/contract/executions/executions';
import type { ResultStatus } from '@svc/contract/executions/ingest';
import { isTestWithId } from '../db/conditions/look-ups.ts';
import { fingerprintText } from '../db/conditions/fingerprint-text.ts';
import type { Scope } from '../db/scope.ts';
import { toArrayLiteral, parseArrayLiteral } from '../db/connections/plain-array.ts';
import {
  toBoundedRows,
  bytesOf,
  FIRST_ID,
  buildBoundedSql,
  type Bound,
  type BoundedRows,
} from '../history/bounded-rows.queries.ts';

/** Identifies an execution's rows; the week is the partition that holds them. */
export interface ExecutionPlace {
  executionId: string;
  week: string;
}

export interface StoredResult {
  id: string;
  testId: string;
  titlePath: string[];
  file: string;
  variant: string | null;
  line: number | null;
  column: number | null;
  status: ResultStatus;
  flaky: boolean;
  expectedFailure: boolean;
  retries: number;
  durationMs: number;
  startedAt: Date | null;
  tags: string[] | null;
  annotations: { type: string; description?: string }[] | null;
  owner: string | null;
  uploadId: string;
  bytes: number;
}

/** Where to continue reading results, and which results to read. */
export interface ResultsAfter {
  after: string | null;
  status: ResultStatus[] | null;
}

/** The results after the one with id `after`, in the order of their upload. Reads the primary key in order. */
export async function listResults(
  scope: Scope,
  place: ExecutionPlace,
  { after, status, ...bound }: ResultsAfter & Bound,
): Promise<BoundedRows<StoredResult>> {
  const rows = await scope.query<StoredResult>(
    buildBoundedSql(RESULTS, { order: 'id', maxBytes: '$7' }),
    [
      scope.organizationId,
      place.executionId,
      place.week,
      after ?? FIRST_ID,
      status,
      bound.limit,
      bound.maxBytes,
    ],
  );
  return toBoundedRows(rows, bound);
}

/** The columns of a result, from `results` and its `tests`. */
export const RESULT_COLUMNS = `
  results.id,
  replace(results.test_id::text, '-', '') AS "testId",
  tests.title_path AS "titlePath",
  tests.file,
  tests.variant,
  results.line,
  results."column",
  results.status,
  results.flaky,
  results.expected_failure AS "expectedFailure",
  results.retries,
  results.duration_ms AS "durationMs",
  results.started_at AS "startedAt",
  results.tags,
  results.annotations,
  results.owner,
  results.upload_id AS "uploadId"`;

const RESULTS = `
  SELECT ${RESULT_COLUMNS},
         ${bytesOf(
           'tests.title_path::text',
           'tests.file',
           'tests.variant',
           'results.tags::text',
           'results.annotations::text',
           'results.owner',
         )}
  FROM (
    SELECT *
    FROM results
    WHERE results.organization_id = $1
      AND results.execution_id = $2
      AND results.week = $3
      AND results.id > $4
      AND ($5::result_status[] IS NULL OR results.status = ANY ($5))
    ORDER BY results.id
    LIMIT $6) AS results
  -- One look-up per result. With outdated statistics, a join could compare each result with each test.
  CROSS JOIN LATERAL (
    SELECT title_path, file, variant
    FROM tests
    WHERE ${isTestWithId('results.test_id')}
    OFFSET 0) AS tests
  ORDER BY results.id`;

export type ResultFingerprints = { fingerprint: string } & Pick<Result, 'furtherFingerprints'>;

/**
 * The fingerprints of failed and flaky results, by result. A separate query: in a join with the
 * results, Postgres read tables without statistics once per result.
 */
export async function listFingerprints(
  scope: Scope,
  place: ExecutionPlace,
  resultIds: readonly string[],
): Promise<Map<string, ResultFingerprints>> {
  if (resultIds.length === 0) return new Map();
  const rows = await scope.query<{
    resultId: string;
    fingerprint: string;
    further: string | null;
  }>(
    `SELECT result_id AS "resultId",
            ${fingerprintText('failing_results.fingerprint_id')} AS fingerprint,
            replace(failing_results.further_fingerprints::text, '-', '') AS further
     FROM failing_results
     WHERE failing_results.organization_id = $1
       AND failing_results.execution_id = $2
       AND failing_results.result_id = ANY ($3::uuid[])`,
    [scope.organizationId, place.executionId, toArrayLiteral(resultIds)],
  );
  return new Map(
    rows.map(({ resultId, fingerprint, further }) => {
      const others = parseArrayLiteral(further).map((id) => `${FINGERPRINT_PREFIX}${id}`);
      const furtherFingerprints = others.length > 0 ? { furtherFingerprints: others } : {};
      return [resultId, { fingerprint, ...furtherFingerprints }];
    }),
  );
}
