import type { ComparedTest } from '@svc/contract/executions/compare';
import type { Execution } from '@svc/contract/executions/executions';
import { counted } from '@svc/analysis/text/numbers';
import { durationText } from '@svc/analysis/text/times';
import { UNICODE_GLYPHS } from '../../format/glyphs.ts';
import {
  markdownCommand,
  markdownLink,
  markdownTable,
  markdownText,
} from '@svc/analysis/text/markdown';
import { statusText } from '../../format/status.ts';
import {
  cutFacts,
  durationsText,
  machineNote,
  newFailing,
  notRunTexts,
  omittedErrorsText,
  percentText,
  uncomparedTimesNote,
  verdictOf,
  type ShownComparison,
} from './comparison-parts.ts';
import { missingBaseText } from './missing-base-text.ts';
import { shortCommit } from '../executions/execution-columns.ts';
import { foldedErrors } from '../executions/execution-markdown.ts';
import { executionMarks, marksText } from '../executions/run-marks.ts';
import { resultPlace, resultTitle } from '../test-names.ts';

const SIDES = ['', 'execution', 'branch', 'commit', 'status', 'tests', 'time'];

/** The comparison to paste into a pull request: the verdict, then a folded block for each failure. */
export function compareMarkdown(shown: ShownComparison): string {
  const { comparison } = shown;
  const { summary, performance } = comparison;
  const { status, text } = verdictOf(comparison);
  const seen = new Map<string, string>();
  const omitted = omittedErrorsText(comparison);
  const notes = [
    missingBaseText(comparison),
    uncomparedTimesNote(comparison),
    machineNote(comparison),
  ];
  const failed = (test: ComparedTest) => failure(test, seen, omitted);
  const slower = [...performance.slower, ...performance.faster];
  const { regressions, newlyFlaky, stillFailing, improvements } = comparison;
  const named = (title: string, total: number) => ({ ...shown, title, total });
  const parts = [
    part(
      named(counted(summary.regressions, 'regression'), summary.regressions),
      regressions,
      failed,
    ),
    part(
      named(counted(summary.newFailing, 'new failing test'), summary.newFailing),
      newFailing(comparison),
      failed,
    ),
    part(named(`${summary.newlyFlaky} newly flaky`, summary.newlyFlaky), newlyFlaky, flakyItem),
    part(
      named(`${summary.stillFailing} still failing`, summary.stillFailing),
      stillFailing,
      failed,
    ),
    part(
      named(counted(summary.improvements, 'improvement'), summary.improvements),
      improvements,
      passedItem,
    ),
    part(
      named(`${summary.slower} slower, ${summary.faster} faster`, summary.slower + summary.faster),
      slower,
      durationItem,
    ),
  ];
  const rest = [
    ...(omitted === undefined ? [] : [omitted]),
    ...notRunTexts(comparison),
    ...(summary.newTests === 0 ? [] : [counted(summary.newTests, 'new test')]),
    ...(summary.removedTests === 0 ? [] : [counted(summary.removedTests, 'removed test')]),
  ];
  return [
    `### ${UNICODE_GLYPHS[status]} ${text}`,
    markdownTable(SIDES, [side('base', comparison.base), side('head', comparison.head)]),
    ...notes.flatMap((note) => (note === undefined ? [] : [markdownText(note)])),
    ...parts.flat(),
    ...(rest.length === 0 ? [] : ['**Not in both**']),
    ...(rest.length === 0 ? [] : [rest.map((line) => `- ${markdownText(line)}`).join('\n')]),
  ].join('\n\n');
}

function side(word: string, execution: Execution): string[] {
  const { project, number, url, git, status, totals, durationMs } = execution;
  const marks = marksText(executionMarks(execution));
  return [
    word,
    markdownLink(`${project} #${number}`, url),
    markdownText(git.branch ?? ''),
    markdownText(shortCommit(git.commit) ?? ''),
    statusText(status, { glyphs: UNICODE_GLYPHS }) + (marks === '' ? '' : ` (${marks})`),
    String(totals.tests),
    durationText(durationMs),
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
  blockOf: (entry: Entry) => string,
): string[] {
  if (total === 0) return [];
  const blocks = entries.slice(0, limit).map(blockOf);
  // A list item ends with its line, a folded block with an empty line.
  const separator = blocks[0]?.startsWith('- ') === true ? '\n' : '\n\n';
  const cut = cutFacts({ shown: blocks.length, total, limit }, markdownCommand(moreCommand));
  return [
    `**${title}**`,
    ...(blocks.length === 0 ? [] : [blocks.join(separator)]),
    ...(cut.length === 0 ? [] : [cut.join(' ')]),
  ];
}

/** The full error, or the failure above with the same one: forty tests may fail for one reason. */
function failure(
  test: ComparedTest,
  seen: Map<string, string>,
  omitted: string | undefined,
): string {
  const title = resultTitle(test, UNICODE_GLYPHS);
  const before = test.fingerprint === null ? undefined : seen.get(test.fingerprint);
  if (before !== undefined) {
    const sign = UNICODE_GLYPHS.failed;
    return `${sign} ${markdownText(title)}: same failure as ${markdownText(before)}`;
  }
  if (test.fingerprint !== null) seen.set(test.fingerprint, title);
  return foldedErrors(
    `${title} (${resultPlace(test)})`,
    test.error === null ? [] : [test.error],
    omitted,
  );
}

function flakyItem(test: ComparedTest): string {
  return `- ${UNICODE_GLYPHS.flaky} ${markdownText(resultTitle(test, UNICODE_GLYPHS))}, passed on attempt ${test.retries + 1}`;
}

function passedItem(test: ComparedTest): string {
  return `- ${UNICODE_GLYPHS.passed} ${markdownText(resultTitle(test, UNICODE_GLYPHS))}`;
}

function durationItem(test: ComparedTest & { durationDeltaRate: number | null }): string {
  const rate = test.durationDeltaRate === null ? '' : ` (${percentText(test.durationDeltaRate)})`;
  const title = markdownText(resultTitle(test, UNICODE_GLYPHS));
  return `- ${title}: ${durationsText(test, UNICODE_GLYPHS)}${rate}`;
}
