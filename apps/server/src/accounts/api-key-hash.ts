import { createHash } from 'node:crypto';

/** A key has 178 random bits, so that a fast hash protects it as well as a slow one would. */
export function hashOfKey(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
