import type { FlakyTest } from '@svc/contract/history/flaky-tests';
import { formatDuration, formatNumber } from '@svc/contract/amounts';
import { UNICODE_GLYPHS } from '../../terminal/glyphs.ts';
import {
  renderMarkdownInlineCode,
  renderMarkdownTable,
  escapeMarkdown,
} from '@svc/analysis/text/markdown';
import { outcomeStrip } from '../../terminal/status.ts';
import { formatRate } from '@svc/analysis/text/rate';
import { intervalText } from './flaky-columns.ts';
import { flakyCount, FORMULAS, type FlakyList } from './flaky-text.ts';
import { markdownHeading } from '../../wording/heading-line.ts';
import { markdownMore } from '../../wording/more-lines.ts';
import { resultTitle, shortTestId } from '../../wording/test-names.ts';

const HEADER = ['rate', '95 %', 'flaky runs', 'last runs', 'wasted', 'state', 'id', 'test', 'file'];

/** The list to paste into a pull request. */
export function flakyMarkdown(list: FlakyList): string {
  if (list.items.length === 0) return `${markdownHeading(list)}: no flaky tests`;
  return [
    markdownHeading(list, flakyCount(list), `sorted by ${list.sort}`),
    renderMarkdownTable(
      list.project === undefined ? [...HEADER, 'project'] : HEADER,
      list.items.map((test) => [
        ...row(test),
        ...(list.project === undefined ? [escapeMarkdown(test.project)] : []),
      ]),
    ),
    ...markdownMore(list),
    escapeMarkdown(FORMULAS[list.sort]),
  ].join('\n\n');
}

function row(test: FlakyTest): string[] {
  return [
    formatRate(test.flakinessRate, UNICODE_GLYPHS),
    intervalText(test.confidence, { glyphs: UNICODE_GLYPHS }),
    `${formatNumber(test.flakyRuns)} of ${formatNumber(test.runs)}`,
    outcomeStrip(test.recent, UNICODE_GLYPHS),
    formatDuration(test.wastedMs),
    test.state,
    renderMarkdownInlineCode(shortTestId(test.testId)),
    escapeMarkdown(resultTitle(test, UNICODE_GLYPHS)),
    escapeMarkdown(test.file),
  ];
}
