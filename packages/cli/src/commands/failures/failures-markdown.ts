import { formatNumber } from '@svc/contract/amounts';
import type { FailureGroup } from '@svc/contract/history/failures';
import { fittedText } from '../../terminal/lines/fitted-text.ts';
import { UNICODE_GLYPHS } from '../../terminal/glyphs.ts';
import {
  renderMarkdownInlineCode,
  renderMarkdownTable,
  escapeMarkdown,
} from '@svc/analysis/text/markdown';
import {
  branchesText,
  causeCount,
  causeText,
  phaseText,
  projectsText,
  SORTED,
  testsText,
  type FailureList,
} from './failures-text.ts';
import { markdownHeading } from '../../wording/heading-line.ts';
import { markdownMore } from '../../wording/more-lines.ts';
import { shortTestId } from '../../wording/test-names.ts';
import { labelFacts } from '../../wording/class-text.ts';

const HEADER = ['count', 'phase', 'cause', 'test', 'id', 'branches', 'label'];
const CAUSE_COLUMNS = 160;

/** The causes to paste into a pull request. */
export function failuresMarkdown(list: FailureList, now: Date): string {
  if (list.items.length === 0) return `${markdownHeading(list)}: no failures`;
  const table = renderMarkdownTable(
    list.project === undefined ? [...HEADER, 'project'] : HEADER,
    list.items.map((group) => [
      ...row(group, now),
      ...(list.project === undefined ? [escapeMarkdown(projectsText(group))] : []),
    ]),
  );
  const heading = markdownHeading(list, causeCount(list), SORTED[list.sort]);
  return [heading, table, ...markdownMore(list)].join('\n\n');
}

function row(group: FailureGroup, now: Date): string[] {
  return [
    formatNumber(group.count),
    escapeMarkdown(phaseText(group, now)),
    renderMarkdownInlineCode(fittedText(causeText(group), CAUSE_COLUMNS, UNICODE_GLYPHS)),
    escapeMarkdown(testsText(group)),
    renderMarkdownInlineCode(shortTestId(group.example.testId)),
    escapeMarkdown(branchesText(group)),
    labelFacts(group).join(''),
  ];
}
