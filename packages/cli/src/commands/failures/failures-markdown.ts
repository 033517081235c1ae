import { formatNumber } from '@svc/contract/zod-free/amounts';
import type { FailureGroup } from '@svc/contract/history/failures';
import { fitText } from '../../terminal/lines/fitted-text.ts';
import { UNICODE_GLYPHS } from '../../terminal/glyphs.ts';
import {
  renderMarkdownInlineCode,
  renderMarkdownTable,
  escapeMarkdown,
} from '@svc/analysis/text/markdown';
import {
  formatCauseBranches,
  formatCausesTotal,
  formatCauseMessage,
  formatPhase,
  formatCauseProjects,
  SORTED,
  formatCauseTests,
  type FailureList,
} from './failures-text.ts';
import { renderMarkdownHeading } from '../../wording/heading-line.ts';
import { renderMarkdownMore } from '../../wording/more-lines.ts';
import { shortenTestId } from '../../wording/test-names.ts';
import { formatLabelFacts } from '../../wording/class-text.ts';

const HEADER = ['count', 'phase', 'cause', 'test', 'id', 'branches', 'label'];
const CAUSE_COLUMNS = 160;

/** The causes to paste into a pull request. */
export function renderFailuresMarkdown(list: FailureList, now: Date): string {
  if (list.items.length === 0) return `${renderMarkdownHeading(list)}: no failures`;
  const table = renderMarkdownTable(
    list.project === undefined ? [...HEADER, 'project'] : HEADER,
    list.items.map((group) => [
      ...buildRow(group, now),
      ...(list.project === undefined ? [escapeMarkdown(formatCauseProjects(group))] : []),
    ]),
  );
  const heading = renderMarkdownHeading(list, formatCausesTotal(list), SORTED[list.sort]);
  return [heading, table, ...renderMarkdownMore(list)].join('\n\n');
}

function buildRow(group: FailureGroup, now: Date): string[] {
  return [
    formatNumber(group.count),
    escapeMarkdown(formatPhase(group, now)),
    renderMarkdownInlineCode(fitText(formatCauseMessage(group), CAUSE_COLUMNS, UNICODE_GLYPHS)),
    escapeMarkdown(formatCauseTests(group)),
    renderMarkdownInlineCode(shortenTestId(group.example.testId)),
    escapeMarkdown(formatCauseBranches(group)),
    formatLabelFacts(group).join(''),
  ];
}
