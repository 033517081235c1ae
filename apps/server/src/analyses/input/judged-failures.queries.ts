import type { TestError } from '@svc/contract/executions/test-errors';
import { isTestWithId, joinResult } from '../../db/conditions/look-ups.ts';
import { toArrayLiteral, parseArrayLiteral } from '../../db/connections/plain-array.ts';
import type { Scope } from '../../db/scope.ts';
import { fingerprintText } from '../../db/conditions/fingerprint-text.ts';
import type { JudgedExecution } from './judged-execution.queries.ts';

/** A result that failed or timed out. Fields that retention deleted are null. */
export interface FailureToJudge {
  resultId: string;
  testId: string;
  fingerprintId: string;
  /** The fingerprints of its other errors: errors of earlier failed attempts, and causes. */
  furtherIds: string[];
  /** Another run on the same commit passed. */
  contradicted: boolean;
  titlePath: string[];
  file: string;
  variant: string | null;
  line: number | null;
  owner: string | null;
  retries: number | null;
  durationMs: number | null;
  /** Equal for equal errors. */
  errorsId: string | null;
}

/** The failures of an execution in the order of their upload, at most `limit`. */
export async function listAnalyzedFailures(
  scope: Scope,
  { id, week }: Pick<JudgedExecution, 'id' | 'week'>,
  limit: number,
): Promise<FailureToJudge[]> {
  const rows = await scope.query<
    Omit<FailureToJudge, 'furtherIds'> & { furtherIds: string | null }
  >(
    `SELECT failed.result_id AS "resultId",
            replace(failed.test_id::text, '-', '') AS "testId",
            replace(failed.fingerprint_id::text, '-', '') AS "fingerprintId",
            replace(failed.further_fingerprints::text, '-', '') AS "furtherIds",
            failed.contradicted,
            tests.title_path AS "titlePath",
            tests.file,
            tests.variant,
            results.line,
            results.owner,
            results.retries,
            results.last_attempt_ms AS "durationMs",
            failed_attempt.errors_id AS "errorsId"
     FROM (
       SELECT *
       FROM failing_results
       WHERE organization_id = $1 AND execution_id = $2 AND status IN ('failed', 'timedOut')
       ORDER BY result_id
       LIMIT $4
     ) AS failed
     -- One look-up per failure. With outdated statistics, a join could compare each failure with each test.
     CROSS JOIN LATERAL (
       SELECT title_path, file, variant
       FROM tests
       WHERE ${isTestWithId('failed.test_id')}
       OFFSET 0
     ) AS tests
     ${joinResult('failed', '$3')}
     LEFT JOIN LATERAL (
       SELECT errors_id
       FROM attempts
       WHERE organization_id = $1
         AND execution_id = $2
         AND result_id = failed.result_id
         AND week = $3
         AND status IN ('failed', 'timedOut')
       ORDER BY index DESC
       LIMIT 1
     ) AS failed_attempt ON true
     ORDER BY failed.result_id`,
    [scope.organizationId, id, week, limit],
  );
  return rows.map((row) => ({ ...row, furtherIds: parseArrayLiteral(row.furtherIds) }));
}

export interface ErrorText {
  message: string | null;
  stack: string | null;
}

// Parsing a list of errors here is faster than in Postgres, unless it is much longer than what is taken of it.
const PARSED_BYTES = 8_192;

/** The first error of each stored list of errors, by its id. Texts are cut to `characters`. */
export async function readErrorTexts(
  scope: Scope,
  {
    week,
    errorsIds,
    characters,
  }: { week: string; errorsIds: readonly string[]; characters: number },
): Promise<Map<string, ErrorText>> {
  if (errorsIds.length === 0) return new Map();
  const rows = await scope.query<ErrorText & { id: string; body: string | null }>(
    `SELECT texts.id,
            CASE WHEN first.error IS NULL THEN texts.body END AS body,
            left(first.error ->> 'message', $4) AS message,
            left(first.error ->> 'stack', $4) AS stack
     FROM texts
     CROSS JOIN LATERAL (
       SELECT CASE WHEN octet_length(texts.body) > ${PARSED_BYTES} THEN texts.body::json -> 0 END AS error
       OFFSET 0
     ) AS first
     WHERE texts.organization_id = $1 AND texts.week = $2 AND texts.id = ANY ($3::uuid[])`,
    [scope.organizationId, week, toArrayLiteral(errorsIds), characters],
  );
  return new Map(
    rows.map(({ id, body, message, stack }) => [
      id,
      body === null ? { message, stack } : parseFirstError(body, characters),
    ]),
  );
}

function parseFirstError(body: string, characters: number): ErrorText {
  const [error] = JSON.parse(body) as TestError[];
  return {
    message: error?.message.slice(0, characters) ?? null,
    stack: error?.stack?.slice(0, characters) ?? null,
  };
}

/** The first errors of files that failed to load or to set up, at most `limit`. */
export function listFileErrors(
  scope: Scope,
  { id, week }: Pick<JudgedExecution, 'id' | 'week'>,
  { limit, characters }: { limit: number; characters: number },
): Promise<(ErrorText & { file: string })[]> {
  return scope.query<ErrorText & { file: string }>(
    `SELECT files.file,
            left(first.error ->> 'message', $5) AS message,
            left(first.error ->> 'stack', $5) AS stack
     FROM (
       SELECT file, errors_id
       FROM execution_files
       WHERE organization_id = $1 AND execution_id = $2 AND week = $3 AND errors_id IS NOT NULL
       ORDER BY id
       LIMIT $4
     ) AS files
     JOIN texts ON texts.organization_id = $1 AND texts.week = $3 AND texts.id = files.errors_id
     CROSS JOIN LATERAL (SELECT texts.body::json -> 0 AS error OFFSET 0) AS first`,
    [scope.organizationId, id, week, limit, characters],
  );
}

/** A fingerprint of a project. */
export interface KnownFingerprint {
  fingerprint: string;
  pattern: string;
  firstSeenAt: Date;
}

/** The project's fingerprints with these ids, by id. */
export async function readKnownFingerprints(
  scope: Scope,
  { projectId, fingerprintIds }: { projectId: string; fingerprintIds: readonly string[] },
): Promise<Map<string, KnownFingerprint>> {
  if (fingerprintIds.length === 0) return new Map();
  const rows = await scope.query<KnownFingerprint & { id: string }>(
    `SELECT replace(id::text, '-', '') AS id,
            ${fingerprintText('id')} AS fingerprint,
            pattern,
            first_seen_at AS "firstSeenAt"
     FROM fingerprints
     WHERE organization_id = $1 AND project_id = $2 AND id = ANY ($3::uuid[])`,
    [scope.organizationId, projectId, toArrayLiteral(fingerprintIds)],
  );
  return new Map(rows.map(({ id, ...known }) => [id, known]));
}
