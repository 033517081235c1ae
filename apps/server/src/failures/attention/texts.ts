import { shortenText } from '@svc/contract/zod-free/shorten-text';
import { formatNumber } from '@svc/contract/zod-free/amounts';
import type { DescribedTest } from '../../history/described-tests.queries.ts';

// A pattern has up to 200 characters. A title must stay short enough for one line.
const MAX_CHARACTERS = 200;

/** The text on one line, cut if it is long. */
export function shortenLine(text: string): string {
  return shortenText(text, MAX_CHARACTERS, { oneLine: true });
}

/** A test's titles as frameworks print them; empty for a deleted test. */
export function formatTestTitle(test: DescribedTest | undefined): string {
  return shortenLine(test?.titlePath.join(' › ') ?? '');
}

/** The first names, and the number of the others: `a, b, c and 2 more`. */
export function formatNames(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map(shortenLine).join(', ');
  return names.length > MAX_NAMES
    ? `${shown} and ${formatNumber(names.length - MAX_NAMES)} more`
    : shown;
}

const MAX_NAMES = 3;
