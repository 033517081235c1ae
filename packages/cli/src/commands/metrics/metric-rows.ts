import type { Metrics, PeriodFigures } from '@svc/contract/history/metrics';
import { formatDuration, formatNumber } from '@svc/contract/zod-free/amounts';
import { UNICODE_GLYPHS, type Glyphs } from '../../terminal/glyphs.ts';
import { formatRate } from '@svc/analysis/text/rate';

/** One figure of a period beside that of the period before. */
export interface MetricRow {
  label: string;
  now: string;
  before: string;
  /** With its verdict: `↓ 2.7 points worse`. Empty without a comparison. */
  change: string;
  /** The change relative to the value before: `(+8 %)`. Empty if that is meaningless. */
  percent: string;
  /** Counts are neither: more executions have more of everything. */
  verdict: 'better' | 'worse' | 'neither';
}

/** The figures in the order of the questions: how much ran, how did it end, how long did it take. */
export function buildMetricRows(metrics: Metrics, glyphs: Glyphs): MetricRow[] {
  const hasBefore = metrics.previous.executions.total > 0;
  return FIGURES.map(({ label, kind, of }) => {
    const figures = { now: of(metrics), before: hasBefore ? of(metrics.previous) : null };
    const texts = KINDS[kind].text;
    return {
      label,
      now: texts(figures.now, glyphs),
      before: texts(figures.before, glyphs),
      ...formatChange(figures, kind, glyphs),
    };
  });
}

/** The figures that are worse than before, as the rows show them: `results pass rate 98.1 %, was 99.2 %`. */
export function collectWorsened(metrics: Metrics): { rates: string[]; times: string[] } {
  const found = { rates: new Array<string>(), times: new Array<string>() };
  let group = '';
  for (const [index, row] of buildMetricRows(metrics, UNICODE_GLYPHS).entries()) {
    const isPart = row.label.startsWith(' ');
    if (!isPart) [group = ''] = row.label.split(',');
    if (row.verdict !== 'worse') continue;
    const name = isPart ? `${group} ${row.label.trim()}` : row.label;
    const list = FIGURES[index]?.kind === 'time' ? found.times : found.rates;
    list.push(`${name} ${row.now}, was ${row.before}`);
  }
  return found;
}

type Kind = 'count' | 'highRate' | 'lowRate' | 'time' | 'timeSum';

interface Figure {
  label: string;
  kind: Kind;
  of: (figures: PeriodFigures) => number | null;
}

const FIGURES: readonly Figure[] = [
  { label: 'executions', kind: 'count', of: ({ executions }) => executions.total },
  { label: '  pass rate', kind: 'highRate', of: ({ executions }) => executions.passRate },
  { label: '  failed', kind: 'count', of: ({ executions }) => executions.failed },
  { label: '  interrupted', kind: 'count', of: ({ executions }) => executions.interrupted },
  { label: 'results', kind: 'count', of: ({ results }) => results.total },
  { label: '  pass rate', kind: 'highRate', of: ({ results }) => results.passRate },
  { label: '  flaky rate', kind: 'lowRate', of: ({ results }) => results.flakyRate },
  { label: '  failed', kind: 'count', of: ({ results }) => results.failed },
  { label: '  skipped', kind: 'count', of: ({ results }) => results.skipped },
  { label: 'tests that failed', kind: 'count', of: ({ failures }) => failures.distinctTests },
  { label: 'execution time, p50', kind: 'time', of: ({ duration }) => duration.executionP50Ms },
  { label: '  p95', kind: 'time', of: ({ duration }) => duration.executionP95Ms },
  { label: '  average', kind: 'time', of: ({ duration }) => duration.executionAverageMs },
  { label: '  total', kind: 'timeSum', of: ({ duration }) => duration.totalMs },
  { label: 'test time, average', kind: 'time', of: ({ duration }) => duration.resultAverageMs },
];

interface KindFacts {
  text: (value: number | null, glyphs: Glyphs) => string;
  /** The absolute difference. */
  difference: (apart: number) => string;
  more: string;
  less: string;
  /** The good direction, if there is one. */
  good?: 'more' | 'less';
}

const KINDS: Record<Kind, KindFacts> = {
  count: { text: formatFigureCount, difference: formatNumber, more: 'more', less: 'fewer' },
  highRate: {
    text: formatRate,
    difference: formatPoints,
    more: 'better',
    less: 'worse',
    good: 'more',
  },
  lowRate: {
    text: formatRate,
    difference: formatPoints,
    more: 'worse',
    less: 'better',
    good: 'less',
  },
  time: {
    text: formatFigureTime,
    difference: formatDuration,
    more: 'slower',
    less: 'faster',
    good: 'less',
  },
  timeSum: { text: formatFigureTime, difference: formatDuration, more: 'more', less: 'less' },
};

interface Figures {
  now: number | null;
  before: number | null;
}

type Change = Pick<MetricRow, 'change' | 'percent' | 'verdict'>;

function formatChange({ now, before }: Figures, kind: Kind, glyphs: Glyphs): Change {
  const { difference, more, less } = KINDS[kind];
  if (now === null || before === null) return { change: '', percent: '', verdict: 'neither' };
  const apart = difference(Math.abs(now - before));
  if (apart === difference(0)) return { change: 'the same', percent: '', verdict: 'neither' };
  const [arrow, word] = now > before ? [glyphs.up, more] : [glyphs.down, less];
  return {
    change: `${arrow} ${apart} ${word}`,
    percent: kind === 'time' || kind === 'timeSum' ? formatPercent(now, before) : '',
    verdict: deriveMetricVerdict({ now, before }, kind),
  };
}

// Times always differ by some percent between machines and hours; that is not a change.
const NEWS_OF_TIME = 0.05;

function deriveMetricVerdict({ now, before }: { now: number; before: number }, kind: Kind) {
  const { good } = KINDS[kind];
  const isNoise = kind === 'time' && Math.abs(now - before) < before * NEWS_OF_TIME;
  if (good === undefined || isNoise) return 'neither';
  return now > before === (good === 'more') ? 'better' : 'worse';
}

function formatPercent(now: number, before: number): string {
  if (before === 0) return '';
  const percent = Math.round((now / before - 1) * 100);
  return `(${percent > 0 ? '+' : ''}${percent} %)`;
}

function formatPoints(apart: number): string {
  return `${(apart * 100).toFixed(1)} points`;
}

function formatFigureCount(value: number | null, { none }: Glyphs): string {
  return value === null || value === 0 ? none : formatNumber(value);
}

function formatFigureTime(value: number | null, { none }: Glyphs): string {
  return value === null ? none : formatDuration(value);
}
