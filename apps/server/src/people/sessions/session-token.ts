import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Deps } from '../../deps.ts';
import { readServerSecret } from '../../secrets/server-secret.ts';

/** A session token as clients send it: 32 characters, a dot, and their signature in base64. */
const SHAPE = /^([\w-]{32})\.([\w+/=-]{43,44})$/;

export type ReadSessionToken =
  | { kind: 'signed'; token: string }
  | { kind: 'forged' }
  | { kind: 'malformed' };

/**
 * Returns a function that turns the text from sign-in's `set-auth-token` header into the stored token. The signature
 * is HMAC-SHA256 with the server's secret, as in better-auth's cookies. The text may be percent-encoded, as in a
 * cookie.
 */
export function createSessionTokenReader(deps: Deps): (text: string) => ReadSessionToken {
  const secret = readServerSecret(deps.config);
  return (text) => {
    const plain = text.replaceAll(/%(?:2B|2F|3D)/gi, decodeURIComponent);
    const [, token, signature] = SHAPE.exec(plain) ?? [];
    if (token === undefined || signature === undefined) return { kind: 'malformed' };
    const expected = computeTokenSignature(secret, token);
    const given = Buffer.from(signature, 'base64');
    const fits = given.length === expected.length && timingSafeEqual(given, expected);
    return fits ? { kind: 'signed', token } : { kind: 'forged' };
  };
}

/** The stored token as clients send it. */
export function signSessionToken({ config }: Pick<Deps, 'config'>, token: string): string {
  return `${token}.${computeTokenSignature(readServerSecret(config), token).toString('base64')}`;
}

function computeTokenSignature(secret: string, token: string): Buffer {
  return createHmac('sha256', secret).update(token).digest();
}
