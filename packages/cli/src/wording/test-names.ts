import type { Result } from '@svc/contract/executions/executions';
import type { LegResult } from '@svc/analysis/executions/results-by-leg';
import type { Glyphs } from '../terminal/glyphs.ts';
import { toTerminalLine } from '@svc/reporter-core/text/terminal-text';

/** `cart › checkout › keeps the discount [chromium]`, on one line. */
export function formatTestTitle(
  { titlePath, variant }: Pick<Result, 'titlePath' | 'variant'>,
  { titleSeparator }: Pick<Glyphs, 'titleSeparator'>,
): string {
  const title = titlePath.map(toTerminalLine).join(titleSeparator);
  return variant ? `${title} [${toTerminalLine(variant)}]` : title;
}

/** `cart › keeps the discount [chromium] [mysql, postgres]`, on one line. */
export function formatLegResultTitle({ result, legs }: LegResult, glyphs: Glyphs): string {
  const title = formatTestTitle(result, glyphs);
  return legs.length === 0 ? title : `${title} [${legs.map(toTerminalLine).join(', ')}]`;
}

/** `src/cart.test.ts:88`. */
export function formatTestPlace({ file, line }: Pick<Result, 'file' | 'line'>): string {
  return line === null ? toTerminalLine(file) : `${toTerminalLine(file)}:${line}`;
}

// Short enough to copy; two of a hundred thousand tests rarely share this prefix.
const USUAL_DIGITS = 8;

/** The prefix of the id, as `svc test` accepts it: long enough to distinguish it from these others. */
export function shortenTestId(testId: string, others: readonly string[] = []): string {
  let digits = USUAL_DIGITS;
  const isShared = (other: string) => other !== testId && other.startsWith(testId.slice(0, digits));
  while (others.some(isShared)) digits++;
  return testId.slice(0, digits);
}
