import { formatDuration, formatNumber } from '@svc/contract/zod-free/amounts';
import { UNICODE_GLYPHS } from '../../terminal/glyphs.ts';
import { formatRate } from '@svc/analysis/text/rate';
import { renderMarkdownTable } from '@svc/analysis/text/markdown';
import { BUCKET_WORDS, createBucketNames } from './bucket-names.ts';
import { renderMarkdownHeading } from '../../wording/heading-line.ts';
import { renderMarkdownMore } from '../../wording/more-lines.ts';
import {
  formatEmptyBuckets,
  formatGranularity,
  isEmpty,
  pickShownBuckets,
  type ShownTrends,
} from './trends-text.ts';

/** The numbers to paste into a pull request. */
export function renderTrendsMarkdown(shown: ShownTrends): string {
  const { trends, moreCommand } = shown;
  const heading = renderMarkdownHeading(shown, formatGranularity(shown));
  if (isEmpty(trends)) return `${heading}: no executions`;
  const { full } = createBucketNames(trends);
  const { items, total } = pickShownBuckets(shown);
  const empty = formatEmptyBuckets(items, trends);
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
    ...renderMarkdownMore({ items, total, moreCommand }),
    ...(empty === undefined ? [] : [empty]),
  ].join('\n\n');
}
