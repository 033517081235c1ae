import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Config } from '../config.ts';
import { serverSecret } from './server-secret.ts';

/** Encrypts values that the database stores and the server needs again as text, such as the secrets of webhooks. */
export interface Keyring {
  /** Names the key that seals. A row stores it beside what it sealed. */
  keyId: string;
  /**
   * Encrypts with AES-256-GCM. `place` says where the value is stored, such as the id of its row and the column; the
   * value opens only for the same place.
   */
  seal(text: string, place: string): Buffer;
  /** @throws UnknownKeyError when the key is not that of SVC_SECRET; an error when the value or its place differ. */
  open(sealed: Sealed, place: string): string;
}

export interface Sealed {
  keyId: string;
  bytes: Buffer;
}

/** The value was sealed with another SVC_SECRET. */
export class UnknownKeyError extends Error {
  constructor(keyId: string) {
    super(
      `A stored secret was encrypted with the key ${keyId}, and this server has another SVC_SECRET.`,
    );
    this.name = 'UnknownKeyError';
  }
}

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_BYTES = 6;

/** The keyring of a server. Its key is derived from the server's secret, which it reads when it is first used. */
export function openKeyring(config: Config): Keyring {
  let known: { keyId: string; key: Buffer } | null = null;
  const current = () => (known ??= keyOf(serverSecret(config)));
  return {
    get keyId() {
      return current().keyId;
    },
    seal: (text, place) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, current().key, nonce).setAAD(Buffer.from(place));
      const sealed = [cipher.update(text, 'utf8'), cipher.final()];
      return Buffer.concat([nonce, ...sealed, cipher.getAuthTag()]);
    },
    open: ({ keyId, bytes }, place) => {
      if (keyId !== current().keyId) throw new UnknownKeyError(keyId);
      const decipher = createDecipheriv(CIPHER, current().key, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(-TAG_BYTES));
      const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    },
  };
}

function keyOf(secret: string): { keyId: string; key: Buffer } {
  const derived = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, '', purpose, bytes));
  return {
    keyId: derived('svc: id of the key for stored secrets', KEY_ID_BYTES).toString('hex'),
    key: derived('svc: key for stored secrets', KEY_BYTES),
  };
}
