import type { IngestAnswer } from '@svc/contract/executions/ingest';
import type { TransactionScope } from '../../db/scope.ts';
import { ChangedMeanwhileError } from '../../db/connections/repeated-transaction.ts';
import type { WantedContent } from '../results/artifacts.ts';

export interface IdempotencyClaim {
  key: string;
  bodyHash: Buffer;
  at: Date;
}

/** A stored answer, without its upload addresses: they expire, and a repeated upload gets new ones. */
export type KeptAnswer = Omit<IngestAnswer, 'uploads' | 'refusedUploads'> & {
  uploads: WantedContent[];
};

export type EarlierUpload = { bodyHash: Buffer; answer: KeptAnswer };

/**
 * Claims the key for this transaction. Returns null when the claim succeeds, otherwise the earlier upload with the
 * key; waits while that upload is still running. Keys are unique in the organization, so a spool file is recognized
 * even if its API key was replaced.
 */
export async function claimIdempotencyKey(
  scope: TransactionScope,
  claim: IdempotencyClaim,
): Promise<EarlierUpload | null> {
  const claimed = await scope.prepared<{ key: string }>(
    `INSERT INTO idempotency_keys (organization_id, key, body_hash, created_at)
     VALUES ($1, $2, $3, $4)
     ON CONFLICT (organization_id, key) DO NOTHING
     RETURNING key`,
    [scope.organizationId, claim.key, claim.bodyHash, claim.at],
  );
  if (claimed.length > 0) return null;
  const [earlier] = await scope.prepared<EarlierUpload>(
    `SELECT body_hash AS "bodyHash", answer
     FROM idempotency_keys
     WHERE organization_id = $1 AND key = $2`,
    [scope.organizationId, claim.key],
  );
  if (earlier === undefined)
    throw new ChangedMeanwhileError('the idempotency key that refused a second use is not there');
  return earlier;
}

/** Stores the answer in the upload's transaction, so that neither exists without the other. */
export async function storeAnswer(
  scope: TransactionScope,
  claim: IdempotencyClaim,
  answer: KeptAnswer,
): Promise<void> {
  await scope.prepared(
    `UPDATE idempotency_keys
     SET answer = $3
     WHERE organization_id = $1 AND key = $2`,
    [scope.organizationId, claim.key, JSON.stringify(answer)],
  );
}
