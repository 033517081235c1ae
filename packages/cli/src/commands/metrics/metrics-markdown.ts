import { UNICODE_GLYPHS } from '../../terminal/glyphs.ts';
import { markdownTable } from '@svc/analysis/text/markdown';
import { markdownHeading } from '../../wording/heading-line.ts';
import { metricRows } from './metric-rows.ts';
import { comparedWith, type ShownMetrics } from './metrics-text.ts';

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
  const table = markdownTable(['', 'now', 'before', 'change'], rows);
  return `${markdownHeading(shown, comparedWith(shown))}\n\n${table}`;
}
