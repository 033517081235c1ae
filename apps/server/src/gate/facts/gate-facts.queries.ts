import type { PartPlace } from '@svc/analysis/gate/judge-gate';
import { isTestWithId, joinResult, joinText } from '../../db/conditions/look-ups.ts';
import { fingerprintText } from '../../db/conditions/fingerprint-text.ts';
import { toArrayLiteral, parseArrayLiteral } from '../../db/connections/plain-array.ts';
import type { Scope } from '../../db/scope.ts';
import { bytesOf, buildBoundedSql } from '../../history/bounded-rows.queries.ts';
import {
  BASE_COLUMNS,
  type BasedExecution,
} from '../../history/executions/base-executions.queries.ts';
import { SHARD_COLUMN } from './unrepeated-failures.queries.ts';
import type { ExecutionRow } from '../../history/executions/execution-rows.queries.ts';

/** Facts about an execution, besides its row, that the gate needs. */
export interface GateState extends Pick<BasedExecution, 'baseBranch' | 'baseCommit' | 'fromCi'> {
  /** Roll-ups still miss its newest results. */
  isRollUpDue: boolean;
  /** When they try again, after they failed at it; null without a failure. */
  rollUpRetryAt: Date | null;
  /** It will be analysed, and the job has not failed at it yet. */
  isAnalysisDue: boolean;
  /** Parts that were reported as failed without a failed result, file or run-level error, at most 1,000. */
  unexplained: PartPlace[];
  excusesKnownFlakes: boolean;
  /** True if only new failures block, by a setting of the organization. */
  blocksOnlyNew: boolean;
  /** The change goes into the default branch. Authors of changes can make others fail as they like. */
  isBaseDefault: boolean;
}

const UNEXPLAINED_MOST = 1_000;

export async function readGateState(
  scope: Scope,
  { id, projectId }: Pick<ExecutionRow, 'id' | 'projectId'>,
): Promise<GateState> {
  const [row] = await scope.query<GateState>(
    `SELECT EXISTS (
              SELECT 1 FROM execution_changes
              WHERE organization_id = $1 AND execution_id = $2) AS "isRollUpDue",
            (SELECT changed_at
             FROM execution_changes
             WHERE organization_id = $1
               AND execution_id = $2
               AND changed_at > clock_timestamp()) AS "rollUpRetryAt",
            executions.settle_at IS NOT NULL OR EXISTS (
              SELECT 1 FROM due_analyses
              WHERE organization_id = $1 AND execution_id = $2 AND failures = 0) AS "isAnalysisDue",
            -- Errors of the run and of files explain any part: which part sent them is not stored.
            (SELECT coalesce(jsonb_agg(to_jsonb(place)), '[]')
             FROM (
                SELECT DISTINCT part.job, part.leg, ${SHARD_COLUMN}
                FROM execution_uploads AS part
                WHERE executions.errors = '[]'
                  AND NOT executions.has_file_errors
                  AND NOT executions.interrupted_reported
                  AND part.organization_id = $1
                  AND part.execution_id = $2
                  AND NOT part.passed
                  AND NOT part.open
                  -- Failures that repeat those of a merged report, or of its parts, are stored there.
                  AND NOT EXISTS (
                    SELECT 1
                    FROM execution_uploads AS upload
                    WHERE upload.organization_id = $1
                      AND upload.execution_id = $2
                      AND upload.part_id = part.part_id
                      AND upload.repeats_failures)
                  AND NOT EXISTS (
                    SELECT 1
                    FROM execution_uploads AS upload
                    JOIN failing_results ON failing_results.organization_id = $1
                                        AND failing_results.execution_id = $2
                                        AND failing_results.upload_id = upload.upload_id
                                        AND failing_results.status IN ('failed', 'timedOut')
                    WHERE upload.organization_id = $1
                      AND upload.execution_id = $2
                      AND upload.part_id = part.part_id)
                ORDER BY part.job, part.leg, shard
                LIMIT ${UNEXPLAINED_MOST}) AS place) AS unexplained,
            ${BASE_COLUMNS},
            coalesce(gate_settings.excuse_known_flakes, false) AS "excusesKnownFlakes",
            coalesce(gate_settings.block_only_new, false) AS "blocksOnlyNew",
            coalesce(executions.base_branch, projects.default_branch)
              IS NOT DISTINCT FROM projects.default_branch AS "isBaseDefault"
     FROM executions
     JOIN projects ON projects.organization_id = $1 AND projects.id = $3
     LEFT JOIN gate_settings ON gate_settings.organization_id = $1
     WHERE executions.organization_id = $1 AND executions.id = $2`,
    [scope.organizationId, id, projectId],
  );
  if (row === undefined) throw new Error('an execution that was there is gone');
  return row;
}

/** A failed or timed out result, without what only people read. */
export interface StoredGateFailure {
  resultId: string;
  /** 32 hex digits, as the fingerprints. */
  testId: string;
  fingerprint: string;
  further: string[];
}

/** Failures of an execution in the order of their upload: those of these tests, or those of all others. */
export async function listGateFailures(
  scope: Scope,
  {
    executionId,
    testIds,
    of,
    limit,
  }: { executionId: string; testIds: readonly string[]; of: 'these' | 'others'; limit: number },
): Promise<StoredGateFailure[]> {
  const rows = await scope.query<Omit<StoredGateFailure, 'further'> & { further: string | null }>(
    `SELECT result_id AS "resultId",
            replace(test_id::text, '-', '') AS "testId",
            replace(fingerprint_id::text, '-', '') AS fingerprint,
            replace(further_fingerprints::text, '-', '') AS further
     FROM failing_results
     WHERE organization_id = $1
       AND execution_id = $2
       AND status IN ('failed', 'timedOut')
       AND ${of === 'these' ? '' : 'NOT '}test_id = ANY ($3::uuid[])
     ORDER BY result_id
     LIMIT $4`,
    [scope.organizationId, executionId, toArrayLiteral(testIds), limit],
  );
  return rows.map((row) => ({ ...row, further: parseArrayLiteral(row.further) }));
}

export interface DescribedFailure {
  resultId: string;
  titlePath: string[];
  file: string;
  variant: string | null;
  /** Null too once retention has deleted the result. */
  line: number | null;
  fingerprint: string;
}

/** Reads titles, places and fingerprints of these failures, in this order until `maxBytes` is reached. */
export async function describeFailures(
  scope: Scope,
  { id, week }: Pick<ExecutionRow, 'id' | 'week'>,
  { resultIds, maxBytes }: { resultIds: readonly string[]; maxBytes: number },
): Promise<Map<string, DescribedFailure>> {
  if (resultIds.length === 0) return new Map();
  const described = `
    SELECT asked.id AS "resultId",
           asked.place,
           tests.title_path AS "titlePath",
           tests.file,
           tests.variant,
           results.line,
           ${fingerprintText('failed.fingerprint_id')} AS fingerprint,
           ${bytesOf('tests.title_path::text', 'tests.file', 'tests.variant')}
    FROM unnest($4::uuid[]) WITH ORDINALITY AS asked (id, place)
    JOIN failing_results AS failed ON failed.organization_id = $1
                                  AND failed.execution_id = $2
                                  AND failed.result_id = asked.id
    -- Look-ups: with outdated statistics, a join could compare each failure with each test.
    CROSS JOIN LATERAL (
      SELECT title_path, file, variant
      FROM tests
      WHERE ${isTestWithId('failed.test_id')}
      OFFSET 0
    ) AS tests
    ${joinResult('failed', '$3')}`;
  const rows = await scope.query<DescribedFailure>(
    buildBoundedSql(described, { order: 'place', maxBytes: '$5' }),
    [scope.organizationId, id, week, toArrayLiteral(resultIds), maxBytes],
  );
  return new Map(rows.map((row) => [row.resultId, row]));
}

export interface BrokenFileMessage {
  file: string;
  /** The beginning of its first error. */
  message: string | null;
}

/** The files of an execution that failed to load or to set up, in the order of their upload. */
export function listBrokenFileMessages(
  scope: Scope,
  { id, week }: Pick<ExecutionRow, 'id' | 'week'>,
  { limit, characters }: { limit: number; characters: number },
): Promise<BrokenFileMessage[]> {
  return scope.query<BrokenFileMessage>(
    `SELECT files.file, left(errors.body::json -> 0 ->> 'message', $5) AS message
     FROM (
       SELECT file, errors_id, id
       FROM execution_files
       WHERE organization_id = $1 AND execution_id = $2 AND week = $3 AND errors_id IS NOT NULL
       ORDER BY id
       LIMIT $4
     ) AS files
     ${joinText('files.errors_id', 'errors', '$3')}
     ORDER BY files.id`,
    [scope.organizationId, id, week, limit, characters],
  );
}
