import { cleanText, cutBetween, cutText } from '@svc/contract/zod-free/text';
import type { Redact } from './redact.ts';

/**
 * Redacts and cleans the text and cuts it to `maxBytes`. Searches a much longer text only where it is kept: 200 MB
 * of console output are not searched to keep 256 KiB.
 */
export function fitText(
  text: string,
  redact: Redact,
  { maxBytes, keep }: { maxBytes: number; keep: 'head' | 'ends' },
): string {
  const window = maxBytes + MARGIN;
  if (text.length <= 2 * window) return cutText(cleanText(redact(text)), maxBytes, keep);
  // The edge of the window may cut a secret in two, and half a secret is not recognised. So the margin, which is
  // wider than any secret, is removed after the search.
  const beginning = redact(text.slice(0, window)).slice(0, -MARGIN);
  const end = keep === 'head' ? '' : redact(text.slice(-window)).slice(MARGIN);
  return cutBetween(cleanText(beginning), cleanText(end), { maxBytes, keep, length: text.length });
}

// Size in characters. The longest secret with a known shape, a private key, has 20,000.
const MARGIN = 32 * 1024;
