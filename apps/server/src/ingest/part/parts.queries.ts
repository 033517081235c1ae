import type { TransactionScope } from '../../db/scope.ts';
import { hasTrustedPart } from '../../db/conditions/key-rights.ts';
import { SvcError } from '../../errors.ts';
import { MERGED_GROUP_ID, type PartIdentity } from '../../executions/index.ts';
import { cutFact } from '../texts/text-limits.ts';

/**
 * Returns false when the execution already has this request of this part. Waits for another upload that is inserting
 * it.
 */
export async function addPart(
  scope: TransactionScope,
  part: PartIdentity & {
    executionId: string;
    sameCode: string | null;
    /** The upload reports no failure outside its results. */
    passed: boolean;
    /** Further requests of the part follow. */
    open: boolean;
    at: Date;
  },
): Promise<boolean> {
  const added = await scope.prepared<{ added: number }>(
    `INSERT INTO execution_shards (
       organization_id, execution_id, shard_id, part_id, group_id, same_code,
       shard_index, shard_total, leg, job, job_id, passed, open, received_at, api_key_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
     ON CONFLICT (organization_id, execution_id, shard_id) DO NOTHING
     RETURNING 1 AS added`,
    [
      scope.organizationId,
      part.executionId,
      part.shardId,
      part.partId,
      part.groupId,
      part.sameCode,
      part.index,
      part.total,
      part.leg,
      part.job === null ? null : cutFact(part.job),
      part.jobId,
      part.passed,
      part.open,
      part.at,
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

/** Records that a part did not pass, even if its first request reported that it did. */
export async function notePartNotPassed(
  scope: TransactionScope,
  { executionId, shardId }: { executionId: string; shardId: string },
): Promise<void> {
  await scope.prepared(
    `UPDATE execution_shards
     SET passed = false
     WHERE organization_id = $1 AND execution_id = $2 AND shard_id = $3 AND passed`,
    [scope.organizationId, executionId, shardId],
  );
}

/** Records that a part reported failures which are stored as those of another part, or of a request before. */
export async function noteRepeatedFailures(
  scope: TransactionScope,
  { executionId, shardId }: { executionId: string; shardId: string },
): Promise<void> {
  await scope.prepared(
    `UPDATE execution_shards
     SET repeats_failures = true
     WHERE organization_id = $1 AND execution_id = $2 AND shard_id = $3 AND NOT repeats_failures`,
    [scope.organizationId, executionId, shardId],
  );
}

/**
 * The parts whose results a merged report may repeat: all of them, but with a leg no part of another leg. A merged
 * report with several legs is one upload for each leg. These uploads do not repeat each other.
 */
export async function listPartsToMerge(
  scope: TransactionScope,
  executionId: string,
  leg: string | null,
): Promise<string[]> {
  const rows = await scope.prepared<{ shardId: string }>(
    `SELECT shard_id AS "shardId"
     FROM execution_shards
     WHERE organization_id = $1
       AND execution_id = $2
       AND CASE WHEN group_id = $3
                THEN leg IS NOT DISTINCT FROM $4::text
                ELSE leg IS NULL OR $4::text IS NULL OR leg = $4::text
           END`,
    [scope.organizationId, executionId, MERGED_GROUP_ID, leg],
  );
  return rows.map((row) => row.shardId);
}

/** The merged reports of an execution that may have this leg. Later shards do not count their results again. */
export async function listMergedParts(
  scope: TransactionScope,
  executionId: string,
  leg: string | null,
): Promise<string[]> {
  const rows = await scope.prepared<{ shardId: string }>(
    `SELECT execution_shards.shard_id AS "shardId"
     FROM executions
     JOIN execution_shards ON execution_shards.organization_id = $1
                          AND execution_shards.execution_id = executions.id
                          AND execution_shards.group_id = $3
                          AND (execution_shards.leg IS NULL OR $4::text IS NULL
                               OR execution_shards.leg = $4::text)
     WHERE executions.organization_id = $1 AND executions.id = $2 AND executions.merged`,
    [scope.organizationId, executionId, MERGED_GROUP_ID, leg],
  );
  return rows.map((row) => row.shardId);
}
