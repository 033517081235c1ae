import type { ResultStatus } from '@svc/contract/executions/ingest';
import { toArrayLiteral } from '../../../db/connections/plain-array.ts';
import type { TransactionScope } from '../../../db/scope.ts';
import type { PartIdentity } from './part-identity.ts';

/** Where the results of an execution are stored. */
export interface StoredAt {
  executionId: string;
  week: string;
}

/** The uploads of one part or several. */
export interface Uploads {
  uploadIds: string[];
}

export interface PlacedPart extends Uploads {
  partId: string;
  passed: boolean;
  open: boolean;
  /** When its last upload arrived. */
  receivedAt: Date;
}

/**
 * The parts of the execution with the same job id, environment, leg, shard and, without shards, job; itself included.
 */
export function listPartsOfPlace(
  scope: TransactionScope,
  { executionId, groupId, jobId, index, total }: PartIdentity & { executionId: string },
): Promise<PlacedPart[]> {
  return scope.query<PlacedPart>(
    `SELECT part_id::text AS "partId",
            array_agg(upload_id::text) AS "uploadIds",
            bool_and(passed) AS passed,
            bool_and(open) AS open,
            max(received_at) AS "receivedAt"
     FROM execution_uploads
     WHERE organization_id = $1
       AND execution_id = $2
       AND group_id = $3
       AND job_id = $6
       AND shard_index IS NOT DISTINCT FROM $4
       AND shard_total IS NOT DISTINCT FROM $5
     GROUP BY part_id
     ORDER BY part_id`,
    [scope.organizationId, executionId, groupId, index, total, jobId],
  );
}

/** Two results of one test. */
export interface ResultPair {
  earlierId: string;
  laterId: string;
}

/** The results of a test that two parts ran. */
export interface PairedResult extends ResultPair {
  earlier: { status: ResultStatus; flaky: boolean };
  later: { status: ResultStatus; flaky: boolean };
  /** Each part has one result of the test. */
  isSingle: boolean;
}

export interface PairedResults {
  /** One for each test that both parts ran. */
  pairs: PairedResult[];
  earlierTests: number;
  laterTests: number;
}

export async function pairResults(
  scope: TransactionScope,
  { executionId, week }: StoredAt,
  { earlier, later }: { earlier: Uploads; later: Uploads },
): Promise<PairedResults> {
  const [row] = await scope.query<PairedResults>(
    `WITH ${buildPartTestsSql('earlier', '$4')}, ${buildPartTestsSql('later', '$5')}
     SELECT (SELECT count(*)::integer FROM earlier) AS "earlierTests",
            (SELECT count(*)::integer FROM later) AS "laterTests",
            coalesce((
              SELECT json_agg(json_build_object(
                       'earlierId', earlier.id,
                       'laterId', later.id,
                       'earlier', json_build_object('status', earlier.status, 'flaky', earlier.flaky),
                       'later', json_build_object('status', later.status, 'flaky', later.flaky),
                       'isSingle', earlier.results = 1 AND later.results = 1))
              FROM earlier
              JOIN later USING (test_id)), '[]') AS pairs`,
    [
      scope.organizationId,
      executionId,
      week,
      toArrayLiteral(earlier.uploadIds),
      toArrayLiteral(later.uploadIds),
    ],
  );
  if (row === undefined) throw new Error('a select without a table has one row');
  return row;
}

function buildPartTestsSql(name: string, uploadIds: string): string {
  return `${name} AS MATERIALIZED (
       SELECT test_id,
              (array_agg(id))[1] AS id,
              (array_agg(status))[1] AS status,
              bool_or(flaky) AS flaky,
              count(*) AS results
       FROM results
       WHERE organization_id = $1
         AND execution_id = $2
         AND week = $3
         AND upload_id = ANY (${uploadIds}::bigint[])
       GROUP BY test_id)`;
}

/** Whether a result of these uploads did not pass, or a file of theirs has errors. */
export async function hasFailed(
  scope: TransactionScope,
  { executionId, week }: StoredAt,
  { uploadIds }: Uploads,
): Promise<boolean> {
  const [row] = await scope.query<{ failed: boolean }>(
    `SELECT EXISTS (
              SELECT 1 FROM results
              WHERE organization_id = $1
                AND execution_id = $2
                AND week = $3
                AND upload_id = ANY ($4::bigint[])
                AND status IN ('failed', 'timedOut', 'interrupted'))
         OR EXISTS (
              SELECT 1 FROM execution_files
              WHERE organization_id = $1
                AND execution_id = $2
                AND week = $3
                AND upload_id = ANY ($4::bigint[])
                AND errors_id IS NOT NULL) AS failed`,
    [scope.organizationId, executionId, week, toArrayLiteral(uploadIds)],
  );
  return row?.failed === true;
}

export async function notePartsPassed(
  scope: TransactionScope,
  { executionId }: StoredAt,
  { uploadIds }: Uploads,
): Promise<void> {
  await scope.query(
    `UPDATE execution_uploads
     SET passed = true
     WHERE organization_id = $1 AND execution_id = $2 AND upload_id = ANY ($3::bigint[])`,
    [scope.organizationId, executionId, toArrayLiteral(uploadIds)],
  );
}

/** Makes these uploads one part. */
export async function joinParts(
  scope: TransactionScope,
  { executionId }: StoredAt,
  { uploadIds, partId }: Uploads & { partId: string },
): Promise<void> {
  await scope.query(
    `UPDATE execution_uploads
     SET part_id = $4
     WHERE organization_id = $1 AND execution_id = $2 AND upload_id = ANY ($3::bigint[])`,
    [scope.organizationId, executionId, toArrayLiteral(uploadIds), partId],
  );
}

/** Whether an upload that the execution has belongs to a joined part by now. */
export async function isJoined(
  scope: TransactionScope,
  {
    executionId,
    uploadId,
    partId,
  }: Pick<PartIdentity, 'uploadId' | 'partId'> & { executionId: string },
): Promise<boolean> {
  const rows = await scope.query(
    `SELECT 1
     FROM execution_uploads
     WHERE organization_id = $1 AND execution_id = $2 AND upload_id = $3 AND part_id <> $4`,
    [scope.organizationId, executionId, uploadId, partId],
  );
  return rows.length > 0;
}

/** Whether every part of the execution passed. */
export async function haveAllPassed(
  scope: TransactionScope,
  executionId: string,
): Promise<boolean> {
  const rows = await scope.query(
    `SELECT 1
     FROM execution_uploads
     WHERE organization_id = $1 AND execution_id = $2 AND NOT passed
     LIMIT 1`,
    [scope.organizationId, executionId],
  );
  return rows.length === 0;
}
