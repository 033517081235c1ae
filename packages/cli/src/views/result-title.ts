import type { Result } from '@svc/contract/executions';
import type { Glyphs } from '../format/glyphs.ts';
import { terminalLine } from '../format/terminal-text.ts';

/** `cart › checkout › keeps the discount [chromium]`, on one line. */
export function resultTitle(
  { titlePath, variant }: Pick<Result, 'titlePath' | 'variant'>,
  { titleSeparator }: Pick<Glyphs, 'titleSeparator'>,
): string {
  const title = titlePath.map(terminalLine).join(titleSeparator);
  return variant ? `${title} [${terminalLine(variant)}]` : title;
}

/** `src/cart.test.ts:88`. */
export function resultPlace({ file, line }: Pick<Result, 'file' | 'line'>): string {
  return line === null ? terminalLine(file) : `${terminalLine(file)}:${line}`;
}
