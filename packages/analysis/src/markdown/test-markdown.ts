import { formatCount } from '@svc/contract/amounts';
import type { Result } from '@svc/contract/executions/executions';
import { shortenText } from '@svc/contract/shorten-text';
import { TITLE_CHARACTERS } from '../causes/shown-tests.ts';
import { STATUS_MARKS } from './status-marks.ts';
import {
  escapeMarkdown,
  escapeMarkdownSummary,
  renderMarkdownInlineCode,
} from '../text/markdown.ts';

/** What a text says of a test, beside its outcome. */
export interface NamedTest {
  titlePath: readonly string[] | null;
  variant: string | null;
  file: string | null;
  line: number | null;
  /** Legs of a CI matrix in which it ended so; empty if they are not worth a word. */
  legs?: readonly string[];
}

// Enough to recognize a test. A title of a generated test may be a whole document.
const MOST_CHARACTERS = 300;

/** `cart › checkout › keeps the discount [chromium]`, on one line, at most `most` characters; not escaped. */
export function formatTestTitle(
  { titlePath, variant }: Pick<NamedTest, 'titlePath' | 'variant'>,
  most = MOST_CHARACTERS,
): string {
  const title = shortenText((titlePath ?? []).join(' › '), most, { oneLine: true });
  return variant ? `${title} [${shortenText(variant, most, { oneLine: true })}]` : title;
}

/** `src/cart.test.ts:88`, on one line; not escaped. */
export function formatTestPlace({ file, line }: Pick<Result, 'file' | 'line'>): string {
  const path = shortenText(file, MOST_CHARACTERS, { oneLine: true });
  return line === null ? path : `${path}:${line}`;
}

/** ``cart › total in mysql `src/cart.test.ts:17` ``: a test in a line of Markdown. */
export function renderTest(test: NamedTest): string {
  const { file, line } = test;
  const place =
    file === null ? '' : ` ${renderMarkdownInlineCode(formatTestPlace({ file, line }))}`;
  return `${escapeMarkdown(formatTestTitle(test, TITLE_CHARACTERS) + formatLegs(test))}${place}`;
}

/** The same as the summary of a folded block, which is HTML. */
export function renderTestSummary(test: NamedTest): string {
  const { file, line } = test;
  const place =
    file === null ? '' : ` <code>${escapeMarkdownSummary(formatTestPlace({ file, line }))}</code>`;
  const title = escapeMarkdownSummary(formatTestTitle(test));
  return `<b>${title}</b>${escapeMarkdownSummary(formatLegs(test))}${place}`;
}

/** A flaky test as an item of a list, with the number of its attempts where it is known. */
export function renderFlaky(test: NamedTest, attempts?: number): string {
  const end = attempts === undefined ? 'failed and then passed' : `passed on attempt ${attempts}`;
  return `- ${STATUS_MARKS.flaky} ${renderTest(test)}, ${end}`;
}

const MOST_LEGS = 5;

function formatLegs({ legs = [] }: NamedTest): string {
  if (legs.length === 0) return '';
  const left = legs.length - MOST_LEGS;
  const more = left > 0 ? ` and ${formatCount(left, 'more leg')}` : '';
  return ` in ${legs.slice(0, MOST_LEGS).join('; ')}${more}`;
}
