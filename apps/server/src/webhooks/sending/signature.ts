import { createHmac } from 'node:crypto';

const ENCODED_PREFIX = 'whsec_';
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * The headers of Standard Webhooks (https://www.standardwebhooks.com), which let a receiver check who sent a body, and
 * when. Each secret adds one signature, so that receivers may change theirs at any time of a rotation.
 * @param secrets after `whsec_` base64, any other text as UTF-8
 */
export function buildSignedHeaders({
  id,
  timestamp,
  body,
  secrets,
}: {
  id: string;
  timestamp: Date;
  body: string;
  secrets: readonly string[];
}): Record<string, string> {
  const seconds = String(Math.floor(timestamp.getTime() / 1_000));
  const headers = { 'webhook-id': id, 'webhook-timestamp': seconds };
  if (secrets.length === 0) return headers;
  const signatures = secrets.map((secret) => {
    const hash = createHmac('sha256', decodeSecret(secret)).update(`${id}.${seconds}.${body}`);
    return `v1,${hash.digest('base64')}`;
  });
  return { ...headers, 'webhook-signature': signatures.join(' ') };
}

/** Why a text cannot be a secret, as a sentence for people; null if it can. */
export function findSecretRefusal(secret: string): string | null {
  if (secret === '') return 'The secret is empty.';
  if (!secret.startsWith(ENCODED_PREFIX)) return null;
  const encoded = secret.slice(ENCODED_PREFIX.length);
  if (encoded !== '' && BASE64.test(encoded)) return null;
  return 'After whsec_, the secret must be base64. Make one: echo "whsec_$(openssl rand -base64 32)"';
}

function decodeSecret(secret: string): Buffer {
  return secret.startsWith(ENCODED_PREFIX)
    ? Buffer.from(secret.slice(ENCODED_PREFIX.length), 'base64')
    : Buffer.from(secret);
}
