import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Config } from '../config.ts';
import { readFormerSecrets, readServerSecret } from './server-secret.ts';

/** Encrypts values that the database stores and the server needs again as text, such as the secrets of webhooks. */
export interface Keyring {
  /** Id of the key that seals. A row stores it next to the sealed value. */
  keyId: string;
  /** Whether `open` has this key: the one that seals, or that of a former secret. */
  has(keyId: string): boolean;
  /**
   * Encrypts with AES-256-GCM. `place` is where the value is stored, such as the id of its row and the column; the
   * value opens only for the same place.
   */
  seal(text: string, place: string): Buffer;
  /** @throws UnknownKeyError when the keyring lacks the key; another error when the value or its place differ. */
  open(sealed: Sealed, place: string): string;
}

export interface Sealed {
  keyId: string;
  bytes: Buffer;
}

/** The value was sealed with a secret that is neither the present one nor a former one of this server. */
export class UnknownKeyError extends Error {
  constructor(keyId: string) {
    super(
      `A stored secret was encrypted with the key ${keyId}, which this server does not have. Set SVC_PREVIOUS_SECRET to the SVC_SECRET of that time.`,
    );
    this.name = 'UnknownKeyError';
  }
}

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_BYTES = 6;

/**
 * The keyring of a server. It seals with a key derived from the server's secret, which it reads when it is first used,
 * and also opens what former secrets sealed.
 */
export function openKeyring(config: Config): Keyring {
  let known: DerivedKey | null = null;
  let keys = new Map<string, Buffer>();
  const current = () => (known ??= derive(readServerSecret(config)));
  const find = (keyId: string): Buffer | undefined => {
    if (keyId === current().keyId) return current().key;
    // Reads the secrets again for a key that it lacks: svc-admin may have replaced the secret of the data directory.
    if (!keys.has(keyId)) keys = deriveFormerKeys(config);
    return keys.get(keyId);
  };
  return {
    get keyId() {
      return current().keyId;
    },
    has: (keyId) => find(keyId) !== undefined,
    seal: (text, place) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, current().key, nonce).setAAD(Buffer.from(place));
      const sealed = [cipher.update(text, 'utf8'), cipher.final()];
      return Buffer.concat([nonce, ...sealed, cipher.getAuthTag()]);
    },
    open: ({ keyId, bytes }, place) => {
      const key = find(keyId);
      if (key === undefined) throw new UnknownKeyError(keyId);
      return decrypt(key, bytes, place);
    },
  };
}

/** @throws when the bytes or the place are not those of `seal`. */
function decrypt(key: Buffer, bytes: Buffer, place: string): string {
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(-TAG_BYTES));
  const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
  return Buffer.concat([text, decipher.final()]).toString('utf8');
}

interface DerivedKey {
  keyId: string;
  key: Buffer;
}

function derive(secret: string): DerivedKey {
  const derived = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, '', purpose, bytes));
  return {
    keyId: derived('svc: id of the key for stored secrets', KEY_ID_BYTES).toString('hex'),
    key: derived('svc: key for stored secrets', KEY_BYTES),
  };
}

/** The keys of all secrets except the one that a running server signs with, by their ids. */
function deriveFormerKeys(config: Config): Map<string, Buffer> {
  const secrets = [readServerSecret(config), ...readFormerSecrets(config)];
  return new Map(secrets.map(derive).map(({ keyId, key }) => [keyId, key]));
}
