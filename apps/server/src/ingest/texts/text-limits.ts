import { FACT_LIMITS } from '@svc/contract/zod-free/limits';
import { cleanText, cutText } from '@svc/contract/zod-free/text';

/**
 * Cuts a short text, such as a name, a path or a tag, to `maxBytes`, also measured as JSON, where a control character
 * takes six bytes.
 */
export function cutFact(text: string, maxBytes: number = FACT_LIMITS.nameBytes): string {
  const clean = cleanText(text);
  // Most texts are short enough without measuring their JSON.
  if (clean.length * MOST_JSON_BYTES <= maxBytes) return clean;
  if (countJsonBytes(clean) - QUOTES <= maxBytes) return clean;
  const cut = cutText(clean, maxBytes);
  // The marker's own line break is two bytes in JSON.
  return countJsonBytes(cut) - QUOTES <= maxBytes + 1
    ? cut
    : cutText(clean, Math.floor(maxBytes / MOST_JSON_BYTES));
}

/** The first items that fit as JSON. */
export function cutListToBytes<Item>(items: readonly Item[], maxBytes: number): Item[] {
  let left = maxBytes;
  const end = items.findIndex((item) => (left -= countJsonBytes(item) + 1) < 0);
  return end === -1 ? [...items] : items.slice(0, end);
}

export function countJsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

const QUOTES = 2;
/** The JSON size limit of one UTF-16 unit: \\u0001. */
export const MOST_JSON_BYTES = 6;
