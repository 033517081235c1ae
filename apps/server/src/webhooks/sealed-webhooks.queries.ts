import type { Statements } from '../db/statements.ts';
import type { Webhook } from '../db/models/webhook.ts';

/** The columns of a webhook that a key encrypted, with the key and the row. */
export type SealedWebhook = Pick<
  Webhook,
  'organizationId' | 'id' | 'keyId' | 'sealedUrl' | 'sealedSecret' | 'sealedPreviousSecret'
>;

/** How much each key has encrypted, in all organizations. */
export function countSealed(
  statements: Statements,
): Promise<{ keyId: string; webhooks: number; values: number }[]> {
  return statements.query(
    `SELECT key_id AS "keyId",
            count(*)::integer AS webhooks,
            (count(sealed_url) + count(sealed_secret) + count(sealed_previous_secret))::integer AS values
     FROM webhooks
     GROUP BY key_id
     ORDER BY key_id`,
  );
}

/** Webhooks of all organizations that another key encrypted, in the order of their ids, after this one. */
export function listWebhooksOfOtherKeys(
  statements: Statements,
  {
    keyId,
    after,
    limit,
  }: { keyId: string; after: Pick<SealedWebhook, 'organizationId' | 'id'>; limit: number },
): Promise<SealedWebhook[]> {
  return statements.query(
    `SELECT organization_id AS "organizationId",
            id,
            key_id AS "keyId",
            sealed_url AS "sealedUrl",
            sealed_secret AS "sealedSecret",
            sealed_previous_secret AS "sealedPreviousSecret"
     FROM webhooks
     WHERE key_id <> $1
       AND (organization_id, id) > ($2::uuid, $3::uuid)
     ORDER BY organization_id, id
     LIMIT $4`,
    [keyId, after.organizationId, after.id, limit],
  );
}

/** Replaces the encrypted columns, unless they were changed meanwhile; returns whether it did. */
export async function replaceSealed(
  statements: Statements,
  before: SealedWebhook,
  after: SealedWebhook,
): Promise<boolean> {
  const replaced = await statements.query(
    `UPDATE webhooks
     SET key_id = $7, sealed_url = $8, sealed_secret = $9, sealed_previous_secret = $10
     WHERE organization_id = $1
       AND id = $2
       AND key_id = $3
       AND sealed_url = $4
       AND sealed_secret IS NOT DISTINCT FROM $5::bytea
       AND sealed_previous_secret IS NOT DISTINCT FROM $6::bytea
     RETURNING 1 AS replaced`,
    [
      before.organizationId,
      before.id,
      before.keyId,
      before.sealedUrl,
      before.sealedSecret,
      before.sealedPreviousSecret,
      after.keyId,
      after.sealedUrl,
      after.sealedSecret,
      after.sealedPreviousSecret,
    ],
  );
  return replaced.length > 0;
}
