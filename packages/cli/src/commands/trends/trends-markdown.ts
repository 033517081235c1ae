import { formatDuration, formatNumber } from '@svc/contract/amounts';
import { UNICODE_GLYPHS } from '../../terminal/glyphs.ts';
import { formatRate } from '@svc/analysis/text/rate';
import { renderMarkdownTable } from '@svc/analysis/text/markdown';
import { BUCKET_WORDS, bucketNames } from './bucket-names.ts';
import { markdownHeading } from '../../wording/heading-line.ts';
import { markdownMore } from '../../wording/more-lines.ts';
import {
  emptyBucketsText,
  granularityText,
  isEmpty,
  shownBuckets,
  type ShownTrends,
} from './trends-text.ts';

/** The numbers to paste into a pull request. */
export function trendsMarkdown(shown: ShownTrends): string {
  const { trends, moreCommand } = shown;
  const heading = markdownHeading(shown, granularityText(shown));
  if (isEmpty(trends)) return `${heading}: no executions`;
  const { full } = bucketNames(trends);
  const { items, total } = shownBuckets(shown);
  const empty = emptyBucketsText(items, trends);
  const rows = items.map((point) => [
    full(point),
    formatNumber(point.executions),
    formatRate(point.passRate, UNICODE_GLYPHS),
    formatNumber(point.failed),
    formatNumber(point.flaky),
    formatNumber(point.passed),
    point.executionP50Ms === null ? UNICODE_GLYPHS.none : formatDuration(point.executionP50Ms),
  ]);
  const header = [
    BUCKET_WORDS[trends.granularity],
    'executions',
    'pass rate',
    'failed',
    'flaky',
    'passed',
    'median time',
  ];
  return [
    heading,
    renderMarkdownTable(header, rows),
    ...markdownMore({ items, total, moreCommand }),
    ...(empty === undefined ? [] : [empty]),
  ].join('\n\n');
}
