import type { Deps } from '../../deps.ts';
import { SvcError } from '../../errors.ts';
import type { RowOf } from '../../db/models/records.ts';
import type { Webhook } from '../../db/models/webhook.ts';
import { UnknownKeyError } from '../../secrets/keyring.ts';
import { openWebhook, buildSealPlace } from '../opened-webhook.ts';

/** How long the secret before a new one signs too, so that receivers can take their time. */
const ROTATION_MS = 24 * 60 * 60 * 1000;

interface NewSecrets {
  url: string | undefined;
  secret: string | null | undefined;
}

interface Stored {
  url: string;
  secret: string | null;
  previousSecret: string | null;
}

export interface SealedChange {
  /** The sealed columns, all with the present key. Empty if neither address nor secret changes. */
  columns: Partial<RowOf<Webhook>>;
  urlChanged: boolean;
  secretChanged: boolean;
}

/**
 * Encrypts a new address or secret of a webhook, and encrypts the unchanged one again. With a new secret, the previous
 * one continues to sign for 24 hours.
 * @throws SvcError CONFLICT when the unchanged one cannot be decrypted.
 */
export function sealChange(
  { keyring, clock }: Pick<Deps, 'keyring' | 'clock'>,
  row: RowOf<Webhook>,
  given: NewSecrets,
): SealedChange {
  if (given.url === undefined && given.secret === undefined) {
    return { columns: {}, urlChanged: false, secretChanged: false };
  }
  const now = clock.now();
  const stored = openStored(keyring, row, { given, now });
  const { url = stored.url, secret = stored.secret } = given;
  const rotates = secret !== null && stored.secret !== null && secret !== stored.secret;
  const previous = secret === null ? null : rotates ? stored.secret : stored.previousSecret;
  const sealed = (text: string | null, column: 'sealedSecret' | 'sealedPreviousSecret') =>
    text === null ? null : keyring.seal(text, buildSealPlace(row, column));
  const until = rotates ? new Date(now.getTime() + ROTATION_MS) : row.previousSecretUntil;
  return {
    columns: {
      keyId: keyring.keyId,
      sealedUrl: keyring.seal(url, buildSealPlace(row, 'sealedUrl')),
      sealedSecret: sealed(secret, 'sealedSecret'),
      sealedPreviousSecret: sealed(previous, 'sealedPreviousSecret'),
      previousSecretUntil: previous === null ? null : until,
    },
    urlChanged: url !== stored.url,
    secretChanged: secret !== stored.secret,
  };
}

function openStored(
  keyring: Deps['keyring'],
  row: RowOf<Webhook>,
  { given, now }: { given: NewSecrets; now: Date },
): Stored {
  try {
    const { url, secrets } = openWebhook(keyring, row, now);
    const [secret = null, previousSecret = null] = secrets;
    return { url, secret, previousSecret };
  } catch (error) {
    const needsSecret = row.sealedSecret !== null && given.secret === undefined;
    if (given.url !== undefined && !needsSecret) {
      return { url: '', secret: null, previousSecret: null };
    }
    const why =
      error instanceof UnknownKeyError ? error.message : 'What is stored cannot be decrypted.';
    throw new SvcError('CONFLICT', why, {
      hint: `Set ${row.sealedSecret === null ? '`url`' : '`url` and `secret`'} again.`,
      cause: error,
    });
  }
}
