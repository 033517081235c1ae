import { cleanText, cutBetween, cutText } from '@svc/contract/text';
import type { Redact } from './redact.ts';

/**
 * The text redacted, clean and within `maxBytes`. Of a text far longer only the parts that are kept
 * are read: 200 MB of console output are not searched for secrets to keep 256 KiB of them.
 */
export function fitText(
  text: string,
  redact: Redact,
  { maxBytes, keep }: { maxBytes: number; keep: 'head' | 'ends' },
): string {
  const window = maxBytes + MARGIN;
  if (text.length <= 2 * window) return cutText(cleanText(redact(text)), maxBytes, keep);
  // What lies across the edge of a window is cut in two, and no longer looks like a secret: so the
  // edge itself, wider than any secret, is thrown away after the search.
  const beginning = redact(text.slice(0, window)).slice(0, -MARGIN);
  const end = keep === 'head' ? '' : redact(text.slice(-window)).slice(MARGIN);
  return cutBetween(cleanText(beginning), cleanText(end), { maxBytes, keep, length: text.length });
}

// Characters. The longest secret of known shape, a private key, takes 20,000.
const MARGIN = 32 * 1024;
