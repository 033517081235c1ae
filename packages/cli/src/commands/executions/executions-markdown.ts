import type { Execution } from '@svc/contract/executions/executions';
import { durationText, relativeTime } from '@svc/analysis/text/times';
import { UNICODE_GLYPHS } from '../../terminal/glyphs.ts';
import { markdownLink, markdownTable, markdownText } from '@svc/analysis/text/markdown';
import { statusText } from '../../terminal/status.ts';
import { markdownMore } from '../../wording/more-lines.ts';
import { failures, suitesOf } from './execution-columns.ts';
import { executionMarks, marksText } from '../../asking/run-marks.ts';
import type { ExecutionList } from './executions-text.ts';
import { shortCommit } from '../../wording/short-ids.ts';

const HEADER = [
  '#',
  'status',
  'run',
  'project',
  'branch',
  'commit',
  'suite',
  'tests',
  'failed',
  'excused',
  'flaky',
  'time',
  'started',
];

/** The list to paste into a pull request. */
export function executionsMarkdown(list: ExecutionList, now: Date): string {
  const subject = list.project === undefined ? 'all projects' : markdownText(list.project);
  const heading = `**${subject}**, ${list.window}`;
  if (list.items.length === 0) return `${heading}: no executions`;
  const shown = {
    now,
    hasMarks: list.items.some((execution) => executionMarks(execution).length > 0),
    suiteOf: suitesOf(list.items),
    hasExcused: list.items.some(({ excused }) => excused > 0),
  };
  const header = HEADER.filter(
    (title) =>
      (title !== 'run' || shown.hasMarks) &&
      (title !== 'suite' || shown.suiteOf !== undefined) &&
      (title !== 'excused' || shown.hasExcused),
  );
  const rows = list.items.map((execution) => row(execution, shown));
  return [heading, markdownTable(header, rows), ...markdownMore(list)].join('\n\n');
}

interface Shown {
  now: Date;
  hasMarks: boolean;
  suiteOf: ReturnType<typeof suitesOf>;
  hasExcused: boolean;
}

function row(execution: Execution, { now, hasMarks, suiteOf, hasExcused }: Shown): string[] {
  const { git, totals } = execution;
  return [
    markdownLink(String(execution.number), execution.url),
    statusText(execution.status, { glyphs: UNICODE_GLYPHS }),
    ...(hasMarks ? [marksText(executionMarks(execution))] : []),
    markdownText(execution.project),
    markdownText(git.branch ?? ''),
    markdownText(shortCommit(git.commit) ?? ''),
    ...(suiteOf === undefined ? [] : [markdownText(suiteOf(execution))]),
    String(totals.tests),
    String(failures(execution)),
    ...(hasExcused ? [String(execution.excused)] : []),
    String(totals.flaky),
    durationText(execution.durationMs),
    relativeTime(execution.startedAt, now),
  ];
}
