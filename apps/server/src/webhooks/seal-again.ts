import type { Statements } from '../db/statements.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { buildSealPlace, type SealedColumn } from './opened-webhook.ts';
import {
  replaceSealed,
  listWebhooksOfOtherKeys,
  type SealedWebhook,
} from './sealed-webhooks.queries.ts';

export interface SealedAgain {
  /** How many webhooks the keyring's own key has encrypted now. */
  sealed: number;
  /** Those whose key the keyring lacks. */
  unknown: SealedWebhook[];
  /** Webhooks that do not open with their key: the row was changed manually, or is damaged. */
  damaged: SealedWebhook[];
  /** Number of webhooks that were changed at the same moment. They may still have their former key. */
  missed: number;
}

const BATCH = 100;
const NO_ID = '00000000-0000-0000-0000-000000000000';

// A webhook would have to be changed in the same moment in each of them.
const ROUNDS_MOST = 5;

/**
 * Encrypts the webhooks of all organizations that have a former key with the keyring's own. Servers may run and people
 * may change webhooks meanwhile. After a crash, call it again: each webhook has either key at any time.
 */
export async function sealAgain(statements: Statements, keyring: Keyring): Promise<SealedAgain> {
  let sealed = 0;
  for (let round = 1; ; round++) {
    const done = await sealRound(statements, keyring);
    sealed += done.sealed;
    if (done.missed === 0 || round === ROUNDS_MOST) return { ...done, sealed };
  }
}

async function sealRound(statements: Statements, keyring: Keyring): Promise<SealedAgain> {
  const done: SealedAgain = { sealed: 0, unknown: [], damaged: [], missed: 0 };
  let after = { organizationId: NO_ID, id: NO_ID };
  for (;;) {
    const { keyId } = keyring;
    const batch = await listWebhooksOfOtherKeys(statements, { keyId, after, limit: BATCH });
    for (const webhook of batch) await sealOne(statements, { keyring, webhook, done });
    const last = batch.at(-1);
    if (last === undefined || batch.length < BATCH) return done;
    after = last;
  }
}

async function sealOne(
  statements: Statements,
  { keyring, webhook, done }: { keyring: Keyring; webhook: SealedWebhook; done: SealedAgain },
): Promise<void> {
  if (!keyring.has(webhook.keyId)) {
    done.unknown.push(webhook);
    return;
  }
  const sealed = sealWithOwnKey(keyring, webhook);
  if (sealed === null) done.damaged.push(webhook);
  else if (await replaceSealed(statements, webhook, sealed)) done.sealed++;
  else done.missed++;
}

/** Null if a column does not open. */
function sealWithOwnKey(keyring: Keyring, webhook: SealedWebhook): SealedWebhook | null {
  const again = (column: SealedColumn, bytes: Buffer): Buffer => {
    const place = buildSealPlace(webhook, column);
    return keyring.seal(keyring.open({ keyId: webhook.keyId, bytes }, place), place);
  };
  const { sealedUrl, sealedSecret, sealedPreviousSecret } = webhook;
  try {
    return {
      ...webhook,
      keyId: keyring.keyId,
      sealedUrl: again('sealedUrl', sealedUrl),
      sealedSecret: sealedSecret && again('sealedSecret', sealedSecret),
      sealedPreviousSecret:
        sealedPreviousSecret && again('sealedPreviousSecret', sealedPreviousSecret),
    };
  } catch {
    return null;
  }
}
