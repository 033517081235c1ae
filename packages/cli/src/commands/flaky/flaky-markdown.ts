import type { FlakyTest } from '@svc/contract/history/flaky-tests';
import { durationText } from '@svc/analysis/text/times';
import { UNICODE_GLYPHS } from '../../terminal/glyphs.ts';
import { markdownInlineCode, markdownTable, markdownText } from '@svc/analysis/text/markdown';
import { outcomeStrip } from '../../terminal/status.ts';
import { rateText } from '@svc/analysis/text/numbers';
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
    markdownTable(
      list.project === undefined ? [...HEADER, 'project'] : HEADER,
      list.items.map((test) => [
        ...row(test),
        ...(list.project === undefined ? [markdownText(test.project)] : []),
      ]),
    ),
    ...markdownMore(list),
    markdownText(FORMULAS[list.sort]),
  ].join('\n\n');
}

function row(test: FlakyTest): string[] {
  return [
    rateText(test.flakinessRate, UNICODE_GLYPHS),
    intervalText(test.confidence, { glyphs: UNICODE_GLYPHS }),
    `${test.flakyRuns} of ${test.runs}`,
    outcomeStrip(test.recent, UNICODE_GLYPHS),
    durationText(test.wastedMs),
    test.state,
    markdownInlineCode(shortTestId(test.testId)),
    markdownText(resultTitle(test, UNICODE_GLYPHS)),
    markdownText(test.file),
  ];
}
