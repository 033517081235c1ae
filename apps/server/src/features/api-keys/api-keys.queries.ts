import type { TransactionScope } from '../../db/scope.ts';

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
