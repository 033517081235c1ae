import type { Scope, TransactionScope } from '../../db/scope.ts';

/** Stores a key's SHA-256, by which a request finds the key and its organization. */
export async function insertKeyHash(
  scope: TransactionScope,
  { id, hash }: { id: string; hash: Buffer },
): Promise<void> {
  await scope.query(
    'INSERT INTO api_key_hashes (hash, organization_id, api_key_id) VALUES ($1, $2, $3)',
    [hash, scope.organizationId, id],
  );
}

/** Holds off other transactions that give a key of the organization a name, until this one ends. */
export async function lockKeyNames(scope: TransactionScope): Promise<void> {
  await scope.query('SELECT 1 FROM organizations WHERE organization_id = $1 FOR NO KEY UPDATE', [
    scope.organizationId,
  ]);
}

/** How many keys are active at `now`, except for the key `exceptId`, and whether one of them has the name. */
export async function countActiveKeys(
  scope: Scope,
  { name, exceptId, now }: { name: string; exceptId: string | null; now: Date },
): Promise<{ count: number; isTaken: boolean }> {
  const [row] = await scope.query<{ count: number; isTaken: boolean }>(
    `SELECT count(*)::integer AS count, coalesce(bool_or(name = $2), false) AS "isTaken"
     FROM api_keys
     WHERE organization_id = $1
       AND id IS DISTINCT FROM $3::uuid
       AND revoked_at IS NULL
       AND (expires_at IS NULL OR expires_at > $4)`,
    [scope.organizationId, name, exceptId, now],
  );
  return row ?? { count: 0, isTaken: false };
}

/**
 * The ids of the keys that are active at `now`, and of the `most` keys that ended last, not before `endedSince`. A job
 * that makes a key for each of its runs leaves any number of ended ones.
 */
export async function listShownKeyIds(
  scope: Scope,
  { now, endedSince, most }: { now: Date; endedSince: Date; most: number },
): Promise<string[]> {
  const rows = await scope.query<{ id: string }>(
    `SELECT id
     FROM api_keys
     WHERE organization_id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)
     UNION ALL
     (SELECT id
      FROM api_keys
      WHERE organization_id = $1
        AND (revoked_at IS NOT NULL OR expires_at <= $2)
        AND coalesce(revoked_at, expires_at) >= $3
      ORDER BY coalesce(revoked_at, expires_at) DESC
      LIMIT $4)`,
    [scope.organizationId, now, endedSince, most],
  );
  return rows.map((row) => row.id);
}

export interface FirstExecution {
  id: string;
  number: number;
  project: string;
}

/**
 * The first execution that the key uploaded to and that still exists. Reads the index execution_uploads_by_key. Skips
 * executions whose first upload is still in progress.
 */
export async function findFirstExecution(
  scope: Scope,
  apiKeyId: string,
): Promise<FirstExecution | null> {
  const [row] = await scope.query<FirstExecution>(
    `SELECT executions.id, executions.number, projects.name AS project
     FROM execution_uploads
     JOIN executions ON executions.organization_id = $1
                    AND executions.id = execution_uploads.execution_id
                    AND executions.number IS NOT NULL
     JOIN projects ON projects.organization_id = $1 AND projects.id = executions.project_id
     WHERE execution_uploads.organization_id = $1 AND execution_uploads.api_key_id = $2
     ORDER BY execution_uploads.received_at
     LIMIT 1`,
    [scope.organizationId, apiKeyId],
  );
  return row ?? null;
}
