import type { Metrics } from '@svc/contract/history/metrics';
import type { Look } from '../../terminal/look.ts';
import { tableLines, type Column } from '../../terminal/lines/table.ts';
import { headingLines, markdownHeading } from '../../wording/heading-line.ts';
import { metricRows, type MetricRow } from './metric-rows.ts';
import { nothingFoundLines, type NothingFound } from '../../wording/no-executions-lines.ts';
import { UNICODE_GLYPHS } from '../../terminal/glyphs.ts';
import { renderMarkdownTable } from '@svc/analysis/text/markdown';

/** The result of `svc metrics`; every text in it is safe for a terminal. */
export interface ShownMetrics extends NothingFound {
  metrics: Metrics;
}

function comparedWith({ metrics }: Pick<ShownMetrics, 'metrics'>): string {
  const hasBefore = metrics.previous.executions.total > 0;
  return hasBefore ? 'compared with the period before' : 'no runs in the previous period';
}

/** The figures beside those of the period before, on one screen. */
export function metricsText(shown: ShownMetrics, look: Look): string[] {
  if (shown.metrics.executions.total === 0) {
    return nothingFoundLines(shown, look);
  }
  const rows = metricRows(shown.metrics, look.glyphs);
  return [
    ...headingLines(shown, look, [comparedWith(shown)]),
    ...tableLines(metricColumns(look), rows, look),
  ];
}

function metricColumns({ colors, glyphs }: Look): Column<MetricRow>[] {
  return [
    {
      header: '',
      text: ({ label }) => label,
      paint: (text, { label }) => (label.startsWith(' ') ? text : colors.bold(text)),
    },
    { header: 'NOW', align: 'right', text: ({ now }) => now },
    {
      header: 'BEFORE',
      align: 'right',
      text: ({ before }) => before,
      paint: colors.dim,
      below: ({ before }) => (before === glyphs.none ? undefined : `was ${before}`),
    },
    {
      header: 'CHANGE',
      text: ({ change, percent }) => [change, percent].filter(Boolean).join(' '),
      paint: (text, { verdict }) => paintVerdict(verdict, colors)(text),
      below: ({ change }) => change,
    },
  ];
}

function paintVerdict(verdict: MetricRow['verdict'], colors: Look['colors']) {
  if (verdict === 'neither') return String;
  return verdict === 'better' ? colors.green : colors.red;
}

/** The figures to paste into a pull request. */
export function metricsMarkdown(shown: ShownMetrics): string {
  if (shown.metrics.executions.total === 0) return `${markdownHeading(shown)}: no executions`;
  const rows = metricRows(shown.metrics, UNICODE_GLYPHS).map(
    ({ label, now, before, change, percent }) => [
      label.startsWith(' ') ? `&emsp;${label.trim()}` : `**${label}**`,
      now,
      before,
      [change, percent].filter(Boolean).join(' '),
    ],
  );
  const table = renderMarkdownTable(['', 'now', 'before', 'change'], rows);
  return `${markdownHeading(shown, comparedWith(shown))}\n\n${table}`;
}
