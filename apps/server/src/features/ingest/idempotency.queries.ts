import type { IngestAnswer } from '@svc/contract/ingest';
import { ChangedMeanwhileError } from '../../db/repeated-transaction.ts';
import type { Scope } from '../../db/scope.ts';
import type { WantedContent } from './artifacts.ts';

export interface IdempotencyClaim {
  key: string;
  bodyHash: Buffer;
  at: Date;
}

/** An answer without the addresses that it gave: they hold for a while, and a repetition gets new ones. */
export type KeptAnswer = Omit<IngestAnswer, 'uploads' | 'refusedUploads'> & {
  uploads: WantedContent[];
};

export type EarlierUpload = { bodyHash: Buffer; answer: KeptAnswer };

/**
 * Claims the key for this transaction: null when it is ours. Else the upload that had it first;
 * while that one is still under way, this waits for it. Keys hold in the whole organization, so that
 * a spool file sent again after its API key was replaced is recognised.
 */
export async function claimIdempotencyKey(
  { database, transaction, organizationId }: Scope,
  claim: IdempotencyClaim,
): Promise<EarlierUpload | null> {
  const claimed = await database.query<{ key: string }>(
    `INSERT INTO idempotency_keys (organization_id, key, body_hash, created_at)
     VALUES ($1, $2, $3, $4)
     ON CONFLICT (organization_id, key) DO NOTHING
     RETURNING key`,
    [organizationId, claim.key, claim.bodyHash, claim.at],
    transaction,
  );
  if (claimed.length > 0) return null;
  const [earlier] = await database.query<EarlierUpload>(
    `SELECT body_hash AS "bodyHash", answer
     FROM idempotency_keys
     WHERE organization_id = $1 AND key = $2`,
    [organizationId, claim.key],
    transaction,
  );
  if (earlier === undefined)
    throw new ChangedMeanwhileError('the idempotency key that refused a second use is not there');
  return earlier;
}

/** The answer commits with what it tells, so that neither is ever there without the other. */
export async function keepAnswer(
  { database, transaction, organizationId }: Scope,
  claim: IdempotencyClaim,
  answer: KeptAnswer,
): Promise<void> {
  await database.query(
    `UPDATE idempotency_keys
     SET answer = $3
     WHERE organization_id = $1 AND key = $2`,
    [organizationId, claim.key, JSON.stringify(answer)],
    transaction,
  );
}
