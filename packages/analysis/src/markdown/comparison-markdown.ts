import type { ComparedDuration, Comparison } from '@svc/contract/executions/compare';
import type { Execution } from '@svc/contract/executions/executions';
import { formatCount, formatDuration, formatNumber } from '@svc/contract/zod-free/amounts';
import { describeMissingBase } from '../compare/describe-missing-base.ts';
import { groupComparedTests } from '../compare/compared-causes.ts';
import {
  describeComparison,
  describeMachine,
  describeUncomparedTimes,
  formatCut,
  formatOmittedErrors,
  formatRateChange,
  formatStillFailing,
  listNotRun,
} from '../compare/comparison-words.ts';
import { formatRunMarks, listExecutionMarks } from '../compare/run-marks.ts';
import { escapeMarkdown, renderMarkdownLink, renderMarkdownTable } from '../text/markdown.ts';
import { renderCausePart, renderPart } from './cause-part-markdown.ts';
import { formatStatus, STATUS_MARKS } from '../text/status-marks.ts';
import { formatTestTitle } from '../text/test-names.ts';
import { renderFlaky } from './test-markdown.ts';

const SIDES = ['', 'execution', 'branch', 'commit', 'status', 'tests', 'time'];

/**
 * The comparison as Markdown for a pull request: the verdict, then a folded block for each failure. `limit`: entries
 * of each part. `more`: Markdown that says where all entries are, a command or a link. `url`: of the comparison's page,
 * if it has one.
 */
export function renderComparison(
  comparison: Comparison,
  { limit, more, url }: { limit: number; more: string; url?: string },
): string {
  const { summary, performance, newlyFlaky } = comparison;
  const { status, text } = describeComparison(comparison);
  const seen = new Map<string, string>();
  const omitted = formatOmittedErrors(comparison);
  const notes = [
    describeMissingBase(comparison),
    describeUncomparedTimes(comparison),
    describeMachine(comparison),
  ].filter((note) => note !== undefined);
  const byCause = groupComparedTests(comparison);
  const failures = (title: string, list: keyof typeof byCause) =>
    renderCausePart(byCause[list], { title, list, limit, more, seen, omitted });
  const part = <Test>(
    title: string,
    { total, list }: { total: number; list: readonly Test[] },
    renderTest: (test: Test) => string,
  ) => {
    if (total === 0) return [];
    const items = list.slice(0, limit).map(renderTest);
    const cut = formatCut({ shown: items.length, total, limit }, more);
    return renderPart(title, items.length === 0 ? [] : [items.join('\n')], cut);
  };
  const parts = [
    failures(formatCount(summary.regressions, 'regression'), 'regressions'),
    failures(formatCount(summary.newFailing, 'new failing test'), 'newFailing'),
    part(
      `${formatNumber(summary.newlyFlaky)} newly flaky`,
      { total: summary.newlyFlaky, list: newlyFlaky },
      (test) => renderFlaky(test, test.retries + 1),
    ),
    failures(formatStillFailing(summary), 'stillFailing'),
    failures(formatCount(summary.improvements, 'improvement'), 'improvements'),
    part(
      `${formatNumber(summary.slower)} slower, ${formatNumber(summary.faster)} faster`,
      {
        total: summary.slower + summary.faster,
        list: [...performance.slower, ...performance.faster],
      },
      renderDurations,
    ),
  ];
  const rest = [
    ...(omitted === undefined ? [] : [omitted]),
    ...listNotRun(comparison),
    ...(summary.newTests === 0 ? [] : [formatCount(summary.newTests, 'new test')]),
    ...(summary.removedTests === 0 ? [] : [formatCount(summary.removedTests, 'removed test')]),
  ];
  return [
    `### ${STATUS_MARKS[status]} ${url === undefined ? text : renderMarkdownLink(text, url)}`,
    renderMarkdownTable(SIDES, [
      buildSideRow('base', comparison.base),
      buildSideRow('head', comparison.head),
    ]),
    ...notes.map(escapeMarkdown),
    ...parts.flat(),
    ...(rest.length === 0
      ? []
      : ['**Not in both**', rest.map((line) => `- ${escapeMarkdown(line)}`).join('\n')]),
  ].join('\n\n');
}

function buildSideRow(word: string, execution: Execution): string[] {
  const { project, number, url, git, status, totals, durationMs } = execution;
  const marks = formatRunMarks(listExecutionMarks(execution));
  return [
    word,
    renderMarkdownLink(`${project} #${number}`, url),
    escapeMarkdown(git.branch ?? ''),
    escapeMarkdown(git.commit?.slice(0, 7) ?? ''),
    formatStatus(status) + (marks === '' ? '' : ` (${marks})`),
    formatNumber(totals.tests),
    formatDuration(durationMs),
  ];
}

function renderDurations(test: ComparedDuration): string {
  const { base, head, durationDeltaRate } = test;
  const rate = durationDeltaRate === null ? '' : ` (${formatRateChange(durationDeltaRate)})`;
  const [before, after] = [base, head].map((side) => side && formatDuration(side.durationMs));
  return `- ${escapeMarkdown(formatTestTitle(test))}: ${before ?? '–'} → ${after ?? '–'}${rate}`;
}
