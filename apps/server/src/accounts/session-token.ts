import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Deps } from '../deps.ts';
import { serverSecret } from '../secret.ts';

/** A session token as it travels: 32 characters and, after a dot, their signature in base64. */
const SHAPE = /^([\w-]{32})\.([\w+/=-]{43,44})$/;

export type ReadSessionToken =
  | { kind: 'signed'; token: string }
  | { kind: 'forged' }
  | { kind: 'malformed' };

/**
 * Reads the text that sign-in gave in `set-auth-token` into the token as it is stored. The signature
 * is HMAC-SHA256 under the server's secret, as better-auth signs its cookies; the text may be
 * percent-encoded, as in a cookie.
 */
export function sessionTokenReader(deps: Deps): (text: string) => ReadSessionToken {
  const secret = serverSecret(deps.config);
  return (text) => {
    const plain = text.replaceAll(/%(?:2B|2F|3D)/gi, decodeURIComponent);
    const [, token, signature] = SHAPE.exec(plain) ?? [];
    if (token === undefined || signature === undefined) return { kind: 'malformed' };
    const expected = createHmac('sha256', secret).update(token).digest();
    const given = Buffer.from(signature, 'base64');
    const fits = given.length === expected.length && timingSafeEqual(given, expected);
    return fits ? { kind: 'signed', token } : { kind: 'forged' };
  };
}
