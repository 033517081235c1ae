import type { TrendPoint, Trends } from '@svc/contract/history/trends';
import { formatCount, formatDuration, formatNumber } from '@svc/contract/zod-free/amounts';
import { formatRate } from '@svc/analysis/text/rate';
import type { Look } from '../../terminal/look.ts';
import { wrapText } from '../../terminal/lines/wrapped-lines.ts';
import { formatTable, type Column } from '../../terminal/lines/table.ts';
import { BUCKET_WORDS, createBucketNames } from './bucket-names.ts';
import { formatHeadingLines } from '../../wording/heading-line.ts';
import { formatMoreLines } from '../../wording/more-lines.ts';
import { formatNothingFound, type NothingFound } from '../../wording/no-executions-lines.ts';
import { drawTrendChart } from './trend-chart.ts';

/** The result of `svc trends`; every text in it is safe for a terminal. */
export interface ShownTrends extends NothingFound {
  trends: Trends;
  /** The source of a time zone that was not typed. */
  timezoneTakenFrom: string | undefined;
  /** Only the numbers. */
  tableOnly: boolean;
  /** The number of newest buckets that the table shows. */
  limit: number;
  moreCommand: string;
}

/** The chart, then its numbers. */
export function formatTrends(shown: ShownTrends, look: Look): string[] {
  const { trends, tableOnly } = shown;
  const facts = [formatGranularity(shown)];
  if (isEmpty(trends)) return formatNothingFound(shown, look, facts);
  const chart = tableOnly ? [] : drawTrendChart({ ...trends, points: fromFirstRun(trends) }, look);
  const { items, total } = pickShownBuckets(shown);
  return [
    ...formatHeadingLines(shown, look, facts),
    ...chart,
    ...(chart.length === 0 ? [] : ['']),
    ...formatTable(buildBucketColumns(trends, look), items, look),
    ...formatMoreLines({ items, total, moreCommand: shown.moreCommand }, look),
    ...formatEmptyLines(items, shown, look),
  ];
}

/** A new project has no data in most of a window: the time before its first execution says nothing. */
function fromFirstRun({ points }: Trends): TrendPoint[] {
  const first = points.findIndex(({ executions }) => executions > 0);
  return points.slice(Math.max(first, 0));
}

export function isEmpty({ points }: Trends): boolean {
  return points.every(({ executions }) => executions === 0);
}

/** The table leaves out buckets in which nothing ran; the chart has them. */
function formatEmptyLines(
  items: readonly TrendPoint[],
  { trends }: ShownTrends,
  { colors, quiet, columns }: Look,
): string[] {
  const text = formatEmptyBuckets(items, trends);
  if (text === undefined || quiet) return [];
  return wrapText(text, columns).map((line) => colors.dim(line));
}

export function filterRanBuckets({ points }: Trends): TrendPoint[] {
  return points.filter(({ executions }) => executions > 0);
}

/** `9 days without executions are left out`, between and after the shown ones. */
export function formatEmptyBuckets(
  items: readonly TrendPoint[],
  { points, granularity }: Trends,
): string | undefined {
  const first = points.findIndex((point) => point === items[0]);
  const empty = points.slice(first).filter(({ executions }) => executions === 0).length;
  if (empty === 0) return undefined;
  const word = BUCKET_WORDS[granularity];
  return `${formatCount(empty, word)} without executions ${empty === 1 ? 'is' : 'are'} left out`;
}

/** `daily in Europe/Berlin (this machine's time zone)`. */
export function formatGranularity({ trends, timezoneTakenFrom }: ShownTrends): string {
  const from = timezoneTakenFrom === undefined ? '' : ` (${timezoneTakenFrom})`;
  return `${trends.granularity} in ${trends.timezone}${from}`;
}

/** The newest buckets in which anything ran, up to the limit. */
export function pickShownBuckets({ trends, limit }: Pick<ShownTrends, 'trends' | 'limit'>) {
  const ran = filterRanBuckets(trends);
  return { items: ran.slice(-limit), total: { count: ran.length, isAtLeast: false } };
}

function buildBucketColumns(trends: Trends, { glyphs, colors }: Look): Column<TrendPoint>[] {
  const { full } = createBucketNames(trends);
  const word = BUCKET_WORDS[trends.granularity];
  const orNone = (count: number) => (count === 0 ? glyphs.none : formatNumber(count));
  return [
    { header: (word === 'week' ? 'week from' : word).toUpperCase(), text: full },
    {
      header: 'EXECUTIONS',
      align: 'right',
      text: ({ executions }) => orNone(executions),
      below: ({ executions }) => `${formatNumber(executions)} ran`,
    },
    {
      header: 'PASS RATE',
      align: 'right',
      text: ({ passRate }) => formatRate(passRate, glyphs),
      paint: (text, { passRate }) => (passRate === 1 ? colors.green(text) : text),
    },
    {
      header: 'FAILED',
      align: 'right',
      text: ({ failed }) => orNone(failed),
      paint: (text, { failed }) => (failed > 0 ? colors.red(text) : colors.dim(text)),
      below: ({ failed }) => (failed === 0 ? undefined : `${formatNumber(failed)} failed`),
    },
    {
      header: 'FLAKY',
      align: 'right',
      text: ({ flaky }) => orNone(flaky),
      paint: (text, { flaky }) => (flaky > 0 ? colors.yellow(text) : colors.dim(text)),
      below: ({ flaky }) => (flaky === 0 ? undefined : `${formatNumber(flaky)} flaky`),
    },
    { header: 'PASSED', align: 'right', text: ({ passed }) => orNone(passed), below: 'nothing' },
    {
      header: 'MEDIAN TIME',
      align: 'right',
      text: ({ executionP50Ms }) =>
        executionP50Ms === null ? glyphs.none : formatDuration(executionP50Ms),
      below: 'nothing',
    },
  ];
}
