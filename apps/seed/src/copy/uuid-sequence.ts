import type { Random } from '../random.ts';

/**
 * UUIDv7s of one moment that increase: 48 bits of time, then chance, and in the last twelve digits a
 * counter that begins anywhere in its lower half.
 */
export function uuidSequence(atMs: number, random: Random): () => string {
  const time = Math.floor(atMs).toString(16).padStart(12, '0');
  const variant = (8 + random.integer(4)).toString(16);
  const prefix = `${time.slice(0, 8)}-${time.slice(8)}-7${random.hex(3)}-${variant}${random.hex(3)}-`;
  let counter = random.integer(2 ** 31) * 2 ** 16;
  return () => prefix + (counter++).toString(16).padStart(12, '0');
}
