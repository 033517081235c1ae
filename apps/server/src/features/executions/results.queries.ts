import type { ResultStatus } from '@svc/contract/ingest';
import type { Database } from '../../db/database.ts';
import { plainArray } from '../../db/plain-array.ts';

/** Which execution's rows: the week names the one partition they lie in. */
export interface ExecutionPlace {
  organizationId: string;
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
}

/** The results after the one with id `after`, in the order of their upload: a walk along the primary key. */
export async function listResults(
  database: Database,
  place: ExecutionPlace,
  { after, limit, status }: { after: string | null; limit: number; status: ResultStatus[] | null },
): Promise<StoredResult[]> {
  return database.query<StoredResult>(
    `SELECT results.id,
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
            results.owner
     FROM results
     JOIN tests ON tests.organization_id = results.organization_id
               AND tests.id = results.test_id
     WHERE results.organization_id = $1
       AND results.execution_id = $2
       AND results.week = $3
       AND results.id > $4
       AND ($5::result_status[] IS NULL OR results.status = ANY ($5))
     ORDER BY results.id
     LIMIT $6`,
    [
      place.organizationId,
      place.executionId,
      place.week,
      after ?? '00000000-0000-0000-0000-000000000000',
      status,
      limit,
    ],
  );
}

export interface StoredAttempt {
  resultId: string;
  index: number;
  status: ResultStatus;
  durationMs: number;
  startedAt: Date | null;
  /** JSON. */
  errors: string | null;
  /** JSON. */
  steps: string | null;
  stdout: string | null;
  stderr: string | null;
}

/** The attempts of these results, with their texts. */
export async function listAttempts(
  database: Database,
  place: ExecutionPlace,
  resultIds: readonly string[],
): Promise<StoredAttempt[]> {
  return database.query<StoredAttempt>(
    `SELECT attempts.result_id AS "resultId",
            attempts.index,
            attempts.status,
            attempts.duration_ms AS "durationMs",
            attempts.started_at AS "startedAt",
            errors.body AS errors,
            steps.body AS steps,
            stdout.body AS stdout,
            stderr.body AS stderr
     FROM attempts
     LEFT JOIN texts AS errors ON errors.organization_id = $1 AND errors.week = $3 AND errors.id = attempts.errors_id
     LEFT JOIN texts AS steps ON steps.organization_id = $1 AND steps.week = $3 AND steps.id = attempts.steps_id
     LEFT JOIN texts AS stdout ON stdout.organization_id = $1 AND stdout.week = $3 AND stdout.id = attempts.stdout_id
     LEFT JOIN texts AS stderr ON stderr.organization_id = $1 AND stderr.week = $3 AND stderr.id = attempts.stderr_id
     WHERE attempts.organization_id = $1
       AND attempts.execution_id = $2
       AND attempts.week = $3
       AND attempts.result_id = ANY ($4::uuid[])
     ORDER BY attempts.result_id, attempts.index`,
    [place.organizationId, place.executionId, place.week, plainArray(resultIds)],
  );
}

/**
 * The fingerprints of those of these results that failed or were flaky, by result. A question of its
 * own: joined to the results, tables of which Postgres has no statistics yet were read once a result.
 */
export async function listFingerprints(
  database: Database,
  place: ExecutionPlace,
  resultIds: readonly string[],
): Promise<Map<string, string>> {
  if (resultIds.length === 0) return new Map();
  const rows = await database.query<{ resultId: string; fingerprint: string }>(
    `SELECT result_id AS "resultId",
            'fp1:' || replace(fingerprint_id::text, '-', '') AS fingerprint
     FROM failing_results
     WHERE organization_id = $1
       AND execution_id = $2
       AND result_id = ANY ($3::uuid[])`,
    [place.organizationId, place.executionId, plainArray(resultIds)],
  );
  return new Map(rows.map((row) => [row.resultId, row.fingerprint]));
}

export interface StoredFile {
  file: string;
  variant: string | null;
  durationMs: number;
  /** JSON. */
  errors: string | null;
  stdout: string | null;
  stderr: string | null;
}

export async function listFiles(database: Database, place: ExecutionPlace): Promise<StoredFile[]> {
  return database.query<StoredFile>(
    `SELECT execution_files.file,
            execution_files.variant,
            execution_files.duration_ms AS "durationMs",
            errors.body AS errors,
            stdout.body AS stdout,
            stderr.body AS stderr
     FROM execution_files
     LEFT JOIN texts AS errors ON errors.organization_id = $1 AND errors.week = $3 AND errors.id = execution_files.errors_id
     LEFT JOIN texts AS stdout ON stdout.organization_id = $1 AND stdout.week = $3 AND stdout.id = execution_files.stdout_id
     LEFT JOIN texts AS stderr ON stderr.organization_id = $1 AND stderr.week = $3 AND stderr.id = execution_files.stderr_id
     WHERE execution_files.organization_id = $1
       AND execution_files.execution_id = $2
       AND execution_files.week = $3
     ORDER BY execution_files.id`,
    [place.organizationId, place.executionId, place.week],
  );
}

export interface StoredArtifact {
  id: string;
  resultId: string;
  attempt: number | null;
  name: string;
  kind: string;
  contentType: string;
  sizeBytes: string;
  sha256: string | null;
  state: string;
  createdAt: Date;
  expiresAt: Date | null;
}

export async function listArtifacts(
  database: Database,
  place: ExecutionPlace,
): Promise<StoredArtifact[]> {
  return database.query<StoredArtifact>(
    `SELECT artifacts.id,
            artifacts.result_id AS "resultId",
            artifacts.attempt,
            artifacts.name,
            artifacts.kind,
            artifacts.content_type AS "contentType",
            artifacts.size_bytes AS "sizeBytes",
            artifacts.sha256,
            artifacts.state,
            artifacts.created_at AS "createdAt",
            coalesce(
              artifacts.expires_at,
              artifacts.created_at + make_interval(days => retention.artifacts_days)
            ) AS "expiresAt"
     FROM artifacts
     LEFT JOIN retention ON retention.organization_id = artifacts.organization_id
     WHERE artifacts.organization_id = $1 AND artifacts.execution_id = $2
     ORDER BY artifacts.id`,
    [place.organizationId, place.executionId],
  );
}
