import type { TransactionScope } from '../../db/scope.ts';
import { hasTrustedPart } from '../../db/conditions/key-rights.ts';
import { SvcError } from '../../errors.ts';
import { MERGED_GROUP_ID, type PartIdentity } from '../../executions/index.ts';
import { cutFact } from '../texts/text-limits.ts';

/**
 * Adds an upload to the execution. Returns false when the execution already has it. Waits for another request that is
 * inserting it.
 */
export async function addUpload(
  scope: TransactionScope,
  upload: PartIdentity & {
    executionId: string;
    sameCode: string | null;
    /** The upload reports no failure outside its results. */
    passed: boolean;
    /** Further uploads of the part follow. */
    open: boolean;
    at: Date;
  },
): Promise<boolean> {
  const added = await scope.prepared<{ added: number }>(
    `INSERT INTO execution_uploads (
       organization_id, execution_id, upload_id, part_id, group_id, same_code,
       shard_index, shard_total, leg, job, job_id, passed, open, received_at, api_key_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
     ON CONFLICT (organization_id, execution_id, upload_id) DO NOTHING
     RETURNING 1 AS added`,
    [
      scope.organizationId,
      upload.executionId,
      upload.uploadId,
      upload.partId,
      upload.groupId,
      upload.sameCode,
      upload.index,
      upload.total,
      upload.leg,
      upload.job === null ? null : cutFact(upload.job),
      upload.jobId,
      upload.passed,
      upload.open,
      upload.at,
      scope.principal?.kind === 'apiKey' ? scope.principal.id : null,
    ],
  );
  return added.length > 0;
}

/**
 * Keeps a key that may only upload from changing what keys with more rights report.
 * @throws SvcError FORBIDDEN when the execution has parts of a key with more rights.
 */
export async function refuseForeignExecution(
  scope: TransactionScope,
  executionId: string,
): Promise<void> {
  const { principal } = scope;
  if (principal?.kind !== 'apiKey' || principal.scope !== 'ingest') return;
  const [row] = await scope.query<{ isForeign: boolean }>(
    `SELECT ${hasTrustedPart('$2')} AS "isForeign"`,
    [scope.organizationId, executionId],
  );
  if (row?.isForeign !== true) return;
  throw new SvcError(
    'FORBIDDEN',
    `The API key '${principal.name}' has the scope 'ingest', and this execution has parts of a key with more rights.`,
    {
      hint: 'Send all parts of a run with one key, or this part with its own execution key.',
    },
  );
}

/** Records that an upload's part did not pass, even if the upload reported that it did. */
export async function noteUploadNotPassed(
  scope: TransactionScope,
  { executionId, uploadId }: { executionId: string; uploadId: string },
): Promise<void> {
  await scope.prepared(
    `UPDATE execution_uploads
     SET passed = false
     WHERE organization_id = $1 AND execution_id = $2 AND upload_id = $3 AND passed`,
    [scope.organizationId, executionId, uploadId],
  );
}

/** Records that an upload reported failures which are stored as those of another part, or of an earlier upload. */
export async function noteRepeatedFailures(
  scope: TransactionScope,
  { executionId, uploadId }: { executionId: string; uploadId: string },
): Promise<void> {
  await scope.prepared(
    `UPDATE execution_uploads
     SET repeats_failures = true
     WHERE organization_id = $1 AND execution_id = $2 AND upload_id = $3 AND NOT repeats_failures`,
    [scope.organizationId, executionId, uploadId],
  );
}

/**
 * Lists the uploads whose results a merged report may repeat: all of them, but with a leg none of another leg. A merged
 * report with several legs is one upload for each leg. These uploads do not repeat each other.
 */
export async function listUploadsToMerge(
  scope: TransactionScope,
  executionId: string,
  leg: string | null,
): Promise<string[]> {
  const rows = await scope.prepared<{ uploadId: string }>(
    `SELECT upload_id AS "uploadId"
     FROM execution_uploads
     WHERE organization_id = $1
       AND execution_id = $2
       AND CASE WHEN group_id = $3
                THEN leg IS NOT DISTINCT FROM $4::text
                ELSE leg IS NULL OR $4::text IS NULL OR leg = $4::text
           END`,
    [scope.organizationId, executionId, MERGED_GROUP_ID, leg],
  );
  return rows.map((row) => row.uploadId);
}

/** Lists the merged reports of an execution that may have this leg. Later parts do not count their results again. */
export async function listMergedUploads(
  scope: TransactionScope,
  executionId: string,
  leg: string | null,
): Promise<string[]> {
  const rows = await scope.prepared<{ uploadId: string }>(
    `SELECT execution_uploads.upload_id AS "uploadId"
     FROM executions
     JOIN execution_uploads ON execution_uploads.organization_id = $1
                           AND execution_uploads.execution_id = executions.id
                           AND execution_uploads.group_id = $3
                           AND (execution_uploads.leg IS NULL OR $4::text IS NULL
                                OR execution_uploads.leg = $4::text)
     WHERE executions.organization_id = $1 AND executions.id = $2 AND executions.merged`,
    [scope.organizationId, executionId, MERGED_GROUP_ID, leg],
  );
  return rows.map((row) => row.uploadId);
}
