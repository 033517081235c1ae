import { isTestWithId } from '../../db/conditions/look-ups.ts';
import type { TransactionScope } from '../../db/scope.ts';
import { toArrayLiteral, toSparseArray } from '../../db/connections/plain-array.ts';
import type { FileRow, ResultRow } from './result-rows.ts';
import type { UploadPlace } from './upload-place.ts';

/**
 * Inserts the missing tests, sorted by id, so that two such statements cannot deadlock. Two uploads still can over
 * several chunks; see `ingest`.
 */
export async function insertNewTests(
  scope: TransactionScope,
  place: UploadPlace,
  rows: readonly ResultRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const byId = new Map(rows.map((row) => [row.testId, row]));
  const missing = await scope.prepared<{ id: string }>(
    `SELECT replace(wanted.id::text, '-', '') AS id
     FROM unnest($2::uuid[]) AS wanted (id)
     WHERE NOT EXISTS (
       SELECT 1 FROM tests WHERE ${isTestWithId('wanted.id')})
     ORDER BY wanted.id`,
    [scope.organizationId, toArrayLiteral([...byId.keys()])],
  );
  const tests = missing.flatMap(({ id }) => byId.get(id) ?? []);
  if (tests.length === 0) return;
  await scope.prepared(
    `INSERT INTO tests (organization_id, project_id, first_seen_at, id, variant, file, title_path)
     SELECT organizations.organization_id, $2, $3, new.id, new.variant, new.file, new.title_path
     FROM organizations
     CROSS JOIN unnest($4::uuid[], $5::text[], $6::text[], $7::jsonb[])
       AS new (id, variant, file, title_path)
     WHERE organizations.organization_id = $1
     ON CONFLICT (organization_id, id) DO NOTHING`,
    [
      scope.organizationId,
      place.projectId,
      place.startedAt,
      tests.map((test) => test.testId),
      tests.map((test) => test.variant),
      tests.map((test) => test.file),
      tests.map((test) => test.titlePath),
    ],
  );
}

export async function insertTexts(
  scope: TransactionScope,
  place: UploadPlace,
  { ids, bodies }: { ids: string[]; bodies: string[] },
): Promise<void> {
  if (ids.length === 0) return;
  await scope.prepared(
    `INSERT INTO texts (organization_id, week, id, body)
     SELECT organizations.organization_id, $2, new.id, new.body
     FROM organizations
     CROSS JOIN unnest($3::uuid[], $4::text[]) AS new (id, body)
     WHERE organizations.organization_id = $1
     ON CONFLICT (organization_id, id, week) DO NOTHING`,
    [scope.organizationId, place.week, ids, bodies],
  );
}

export async function insertResults(
  scope: TransactionScope,
  place: UploadPlace,
  rows: readonly ResultRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await scope.prepared(
    `INSERT INTO results (
       organization_id, execution_id, week, upload_id,
       id, test_id, status, duration_ms, started_at, line, "column",
       retries, flaky, expected_failure, last_attempt_ms, tags, annotations, owner)
     SELECT organizations.organization_id, $2, $3, $4, new.*
     FROM organizations
     CROSS JOIN unnest(
       $5::uuid[], $6::uuid[], $7::result_status[], $8::integer[], $9::timestamptz[],
       $10::integer[], $11::integer[], $12::smallint[], $13::boolean[], $14::boolean[],
       $15::integer[], $16::jsonb[], $17::jsonb[], $18::text[]) AS new
     WHERE organizations.organization_id = $1`,
    [
      scope.organizationId,
      place.executionId,
      place.week,
      place.uploadId,
      toArrayLiteral(rows.map((row) => row.id)),
      toArrayLiteral(rows.map((row) => row.testId)),
      toArrayLiteral(rows.map((row) => row.status)),
      toArrayLiteral(rows.map((row) => row.durationMs)),
      toArrayLiteral(rows.map((row) => row.startedAt)),
      toArrayLiteral(rows.map((row) => row.line)),
      toArrayLiteral(rows.map((row) => row.column)),
      toArrayLiteral(rows.map((row) => row.retries)),
      toArrayLiteral(rows.map((row) => row.flaky)),
      toArrayLiteral(rows.map((row) => row.expectedFailure)),
      toArrayLiteral(rows.map((row) => row.lastAttemptMs)),
      toSparseArray(rows.map((row) => row.tags)),
      toSparseArray(rows.map((row) => row.annotations)),
      toSparseArray(rows.map((row) => row.owner)),
    ],
  );
}

export async function insertAttempts(
  scope: TransactionScope,
  place: UploadPlace,
  rows: readonly ResultRow[],
): Promise<void> {
  const attempts = rows.flatMap((row) =>
    row.attempts.map((attempt) => ({ ...attempt, resultId: row.id })),
  );
  if (attempts.length === 0) return;
  await scope.prepared(
    `INSERT INTO attempts (
       organization_id, execution_id, week,
       result_id, index, status, duration_ms, started_at, errors_id, steps_id, stdout_id, stderr_id)
     SELECT organizations.organization_id, $2, $3, new.*
     FROM organizations
     CROSS JOIN unnest(
       $4::uuid[], $5::smallint[], $6::result_status[], $7::integer[], $8::timestamptz[],
       $9::uuid[], $10::uuid[], $11::uuid[], $12::uuid[]) AS new
     WHERE organizations.organization_id = $1`,
    [
      scope.organizationId,
      place.executionId,
      place.week,
      toArrayLiteral(attempts.map((attempt) => attempt.resultId)),
      toArrayLiteral(attempts.map((attempt) => attempt.index)),
      toArrayLiteral(attempts.map((attempt) => attempt.status)),
      toArrayLiteral(attempts.map((attempt) => attempt.durationMs)),
      toArrayLiteral(attempts.map((attempt) => attempt.startedAt)),
      toArrayLiteral(attempts.map((attempt) => attempt.errorsId)),
      toArrayLiteral(attempts.map((attempt) => attempt.stepsId)),
      toArrayLiteral(attempts.map((attempt) => attempt.stdoutId)),
      toArrayLiteral(attempts.map((attempt) => attempt.stderrId)),
    ],
  );
}

export async function insertFiles(
  scope: TransactionScope,
  place: UploadPlace,
  { ids, rows }: { ids: string[]; rows: readonly FileRow[] },
): Promise<void> {
  if (rows.length === 0) return;
  await scope.prepared(
    `INSERT INTO execution_files (
       organization_id, execution_id, week, upload_id,
       id, file, variant, duration_ms, errors_id, stdout_id, stderr_id)
     SELECT organizations.organization_id, $2, $3, $4, new.*
     FROM organizations
     CROSS JOIN unnest(
       $5::uuid[], $6::text[], $7::text[], $8::integer[], $9::uuid[], $10::uuid[], $11::uuid[]) AS new
     WHERE organizations.organization_id = $1`,
    [
      scope.organizationId,
      place.executionId,
      place.week,
      place.uploadId,
      ids,
      rows.map((row) => row.file),
      rows.map((row) => row.variant),
      toArrayLiteral(rows.map((row) => row.durationMs)),
      rows.map((row) => row.errorsId),
      rows.map((row) => row.stdoutId),
      rows.map((row) => row.stderrId),
    ],
  );
}
