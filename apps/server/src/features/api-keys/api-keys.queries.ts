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
  await scope.query('SELECT FROM organizations WHERE organization_id = $1 FOR NO KEY UPDATE', [
    scope.organizationId,
  ]);
}

export interface FirstExecution {
  id: string;
  number: number;
  project: string;
}

/**
 * The first execution that the key uploaded to and that still exists. Reads the index execution_shards_by_key. Skips
 * executions whose first upload is still in progress.
 */
export async function firstExecutionOf(
  scope: Scope,
  apiKeyId: string,
): Promise<FirstExecution | null> {
  const [row] = await scope.query<FirstExecution>(
    `SELECT executions.id, executions.number, projects.name AS project
     FROM execution_shards
     JOIN executions ON executions.organization_id = $1
                    AND executions.id = execution_shards.execution_id
                    AND executions.number IS NOT NULL
     JOIN projects ON projects.organization_id = $1 AND projects.id = executions.project_id
     WHERE execution_shards.organization_id = $1 AND execution_shards.api_key_id = $2
     ORDER BY execution_shards.received_at
     LIMIT 1`,
    [scope.organizationId, apiKeyId],
  );
  return row ?? null;
}
