import type { ComparedTest } from '@svc/contract/executions/compare';
import type { Execution } from '@svc/contract/executions/executions';
import { describeMissingBase } from '@svc/analysis/base-choice';
import { formatCount, formatDuration, formatNumber } from '@svc/contract/amounts';
import { UNICODE_GLYPHS } from '../../terminal/glyphs.ts';
import {
  renderMarkdownCommand,
  renderMarkdownLink,
  renderMarkdownTable,
  escapeMarkdown,
} from '@svc/analysis/text/markdown';
import { statusText } from '../../terminal/status.ts';
import {
  cutFacts,
  durationsText,
  machineNote,
  notRunTexts,
  omittedErrorsText,
  stillFailingText,
  percentText,
  uncomparedTimesNote,
  verdictOf,
  type ShownComparison,
} from './comparison-parts.ts';
import { executionMarks, marksText } from '../../asking/run-marks.ts';
import { causePartMarkdown, wholePart } from './cause-part-markdown.ts';
import { causeParts } from './compared-causes.ts';
import { resultTitle } from '../../wording/test-names.ts';
import { shortCommit } from '../../wording/short-ids.ts';

const SIDES = ['', 'execution', 'branch', 'commit', 'status', 'tests', 'time'];

/** The comparison to paste into a pull request: the verdict, then a folded block for each failure. */
export function compareMarkdown(shown: ShownComparison): string {
  const { comparison } = shown;
  const { summary, performance } = comparison;
  const { status, text } = verdictOf(comparison);
  const seen = new Map<string, string>();
  const omitted = omittedErrorsText(comparison);
  const notes = [
    describeMissingBase(comparison),
    uncomparedTimesNote(comparison),
    machineNote(comparison),
  ];
  const byCause = causeParts(comparison);
  const failures = (title: string, list: keyof typeof byCause) =>
    causePartMarkdown({ ...shown, title, seen, omitted }, byCause[list], list);
  const slower = [...performance.slower, ...performance.faster];
  const { newlyFlaky } = comparison;
  const named = (title: string, total: number) => ({ ...shown, title, total });
  const parts = [
    failures(formatCount(summary.regressions, 'regression'), 'regressions'),
    failures(formatCount(summary.newFailing, 'new failing test'), 'newFailing'),
    part(
      named(`${formatNumber(summary.newlyFlaky)} newly flaky`, summary.newlyFlaky),
      newlyFlaky,
      flakyItem,
    ),
    failures(stillFailingText(summary), 'stillFailing'),
    failures(formatCount(summary.improvements, 'improvement'), 'improvements'),
    part(
      named(
        `${formatNumber(summary.slower)} slower, ${formatNumber(summary.faster)} faster`,
        summary.slower + summary.faster,
      ),
      slower,
      durationItem,
    ),
  ];
  const rest = [
    ...(omitted === undefined ? [] : [omitted]),
    ...notRunTexts(comparison),
    ...(summary.newTests === 0 ? [] : [formatCount(summary.newTests, 'new test')]),
    ...(summary.removedTests === 0 ? [] : [formatCount(summary.removedTests, 'removed test')]),
  ];
  return [
    `### ${UNICODE_GLYPHS[status]} ${text}`,
    renderMarkdownTable(SIDES, [side('base', comparison.base), side('head', comparison.head)]),
    ...notes.flatMap((note) => (note === undefined ? [] : [escapeMarkdown(note)])),
    ...parts.flat(),
    ...(rest.length === 0 ? [] : ['**Not in both**']),
    ...(rest.length === 0 ? [] : [rest.map((line) => `- ${escapeMarkdown(line)}`).join('\n')]),
  ].join('\n\n');
}

function side(word: string, execution: Execution): string[] {
  const { project, number, url, git, status, totals, durationMs } = execution;
  const marks = marksText(executionMarks(execution));
  return [
    word,
    renderMarkdownLink(`${project} #${number}`, url),
    escapeMarkdown(git.branch ?? ''),
    escapeMarkdown(shortCommit(git.commit) ?? ''),
    statusText(status, { glyphs: UNICODE_GLYPHS }) + (marks === '' ? '' : ` (${marks})`),
    formatNumber(totals.tests),
    formatDuration(durationMs),
  ];
}

interface MarkdownPart extends ShownComparison {
  title: string;
  /** The number of tests; the answer may name fewer. */
  total: number;
}

function part<Entry>(
  { title, total, limit, moreCommand }: MarkdownPart,
  entries: readonly Entry[],
  itemOf: (entry: Entry) => string,
): string[] {
  if (total === 0) return [];
  const items = entries.slice(0, limit).map(itemOf);
  const cut = cutFacts({ shown: items.length, total, limit }, renderMarkdownCommand(moreCommand));
  return wholePart(title, items.length === 0 ? [] : [items.join('\n')], cut);
}

function flakyItem(test: ComparedTest): string {
  return `- ${UNICODE_GLYPHS.flaky} ${escapeMarkdown(resultTitle(test, UNICODE_GLYPHS))}, passed on attempt ${test.retries + 1}`;
}

function durationItem(test: ComparedTest & { durationDeltaRate: number | null }): string {
  const rate = test.durationDeltaRate === null ? '' : ` (${percentText(test.durationDeltaRate)})`;
  const title = escapeMarkdown(resultTitle(test, UNICODE_GLYPHS));
  return `- ${title}: ${durationsText(test, UNICODE_GLYPHS)}${rate}`;
}
