import type { Metrics } from '@svc/contract/history/metrics';
import type { Look } from '../../terminal/look.ts';
import { formatTable, type Column } from '../../terminal/lines/table.ts';
import { formatHeadingLines, renderMarkdownHeading } from '../../wording/heading-line.ts';
import { buildMetricRows, type MetricRow } from './metric-rows.ts';
import { formatNothingFound, type NothingFound } from '../../wording/no-executions-lines.ts';
import { UNICODE_GLYPHS } from '../../terminal/glyphs.ts';
import { renderMarkdownTable } from '@svc/analysis/text/markdown';

/** The result of `svc metrics`; every text in it is safe for a terminal. */
export interface ShownMetrics extends NothingFound {
  metrics: Metrics;
}

function formatComparedWith({ metrics }: Pick<ShownMetrics, 'metrics'>): string {
  const hasBefore = metrics.previous.executions.total > 0;
  return hasBefore ? 'compared with the period before' : 'no runs in the previous period';
}

/** The figures beside those of the period before, on one screen. */
export function formatMetrics(shown: ShownMetrics, look: Look): string[] {
  if (shown.metrics.executions.total === 0) {
    return formatNothingFound(shown, look);
  }
  const rows = buildMetricRows(shown.metrics, look.glyphs);
  return [
    ...formatHeadingLines(shown, look, [formatComparedWith(shown)]),
    ...formatTable(buildMetricColumns(look), rows, look),
  ];
}

function buildMetricColumns({ colors, glyphs }: Look): Column<MetricRow>[] {
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
export function renderMetricsMarkdown(shown: ShownMetrics): string {
  if (shown.metrics.executions.total === 0) return `${renderMarkdownHeading(shown)}: no executions`;
  const rows = buildMetricRows(shown.metrics, UNICODE_GLYPHS).map(
    ({ label, now, before, change, percent }) => [
      label.startsWith(' ') ? `&emsp;${label.trim()}` : `**${label}**`,
      now,
      before,
      [change, percent].filter(Boolean).join(' '),
    ],
  );
  const table = renderMarkdownTable(['', 'now', 'before', 'change'], rows);
  return `${renderMarkdownHeading(shown, formatComparedWith(shown))}\n\n${table}`;
}
