import type { Result } from '@svc/contract/executions/executions';
import { shortenText } from '@svc/contract/zod-free/shorten-text';

// Enough to recognize a test. A title of a generated test may be a whole document.
const MOST_CHARACTERS = 300;

/** `cart › checkout › keeps the discount [chromium]`, on one line, at most `most` characters; not escaped. */
export function formatTestTitle(
  { titlePath, variant }: Pick<Result, 'titlePath' | 'variant'>,
  most = MOST_CHARACTERS,
): string {
  const title = titlePath.join(' › ');
  return shortenText(variant ? `${title} [${variant}]` : title, most, { oneLine: true });
}

/** `src/cart.test.ts:88`, on one line; not escaped. */
export function formatTestPlace({ file, line }: Pick<Result, 'file' | 'line'>): string {
  const path = shortenText(file, MOST_CHARACTERS, { oneLine: true });
  return line === null ? path : `${path}:${line}`;
}
