import { createHash } from 'node:crypto';

/** A fast hash is enough: a key has 178 random bits. */
export function hashApiKey(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
