import type { FlakyTest } from '@svc/contract/history/flaky-tests';
import { formatDuration, formatNumber } from '@svc/contract/zod-free/amounts';
import { UNICODE_GLYPHS } from '../../terminal/glyphs.ts';
import {
  renderMarkdownInlineCode,
  renderMarkdownTable,
  escapeMarkdown,
} from '@svc/analysis/text/markdown';
import { formatOutcomeStrip } from '../../terminal/status.ts';
import { formatRate } from '@svc/analysis/text/rate';
import { formatInterval } from './flaky-columns.ts';
import { formatFlakyCount, FORMULAS, type FlakyList } from './flaky-text.ts';
import { renderMarkdownHeading } from '../../wording/heading-line.ts';
import { renderMarkdownMore } from '../../wording/more-lines.ts';
import { formatTestTitle, shortenTestId } from '../../wording/test-names.ts';

const HEADER = ['rate', '95 %', 'flaky runs', 'last runs', 'wasted', 'state', 'id', 'test', 'file'];

/** The list to paste into a pull request. */
export function renderFlakyMarkdown(list: FlakyList): string {
  if (list.items.length === 0) return `${renderMarkdownHeading(list)}: no flaky tests`;
  return [
    renderMarkdownHeading(list, formatFlakyCount(list), `sorted by ${list.sort}`),
    renderMarkdownTable(
      list.project === undefined ? [...HEADER, 'project'] : HEADER,
      list.items.map((test) => [
        ...buildRow(test),
        ...(list.project === undefined ? [escapeMarkdown(test.project)] : []),
      ]),
    ),
    ...renderMarkdownMore(list),
    escapeMarkdown(FORMULAS[list.sort]),
  ].join('\n\n');
}

function buildRow(test: FlakyTest): string[] {
  return [
    formatRate(test.flakinessRate, UNICODE_GLYPHS),
    formatInterval(test.confidence, { glyphs: UNICODE_GLYPHS }),
    `${formatNumber(test.flakyRuns)} of ${formatNumber(test.runs)}`,
    formatOutcomeStrip(test.recent, UNICODE_GLYPHS),
    formatDuration(test.wastedMs),
    test.state,
    renderMarkdownInlineCode(shortenTestId(test.testId)),
    escapeMarkdown(formatTestTitle(test, UNICODE_GLYPHS)),
    escapeMarkdown(test.file),
  ];
}
