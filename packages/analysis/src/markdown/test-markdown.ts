import { formatTestPlace, formatTestTitle, type NamedTest } from '../text/test-names.ts';
import { formatCount } from '@svc/contract/zod-free/amounts';
import { TITLE_CHARACTERS } from '../causes/shown-tests.ts';
import { STATUS_MARKS } from '../text/status-marks.ts';
import {
  escapeMarkdown,
  escapeMarkdownSummary,
  renderMarkdownInlineCode,
} from '../text/markdown.ts';

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
