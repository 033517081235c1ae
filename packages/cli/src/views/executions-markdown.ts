import type { Execution } from '@svc/contract/executions';
import { counted } from '../format/counted.ts';
import { durationText } from '../format/duration.ts';
import { UNICODE_GLYPHS } from '../format/glyphs.ts';
import { markdownLink, markdownTable, markdownText } from '../format/markdown.ts';
import { relativeTime } from '../format/relative-time.ts';
import { statusText } from '../format/status.ts';
import { isRerun } from './attempt-column.ts';
import { failures, shortCommit } from './execution-columns.ts';
import type { ExecutionList } from './executions-text.ts';

const HEADER = [
  '#',
  'status',
  'project',
  'branch',
  'commit',
  'tests',
  'failed',
  'flaky',
  'time',
  'started',
];

/** The list to paste into a pull request. */
export function executionsMarkdown(list: ExecutionList, now: Date): string {
  const subject = list.project === undefined ? 'all projects' : markdownText(list.project);
  const heading = `**${subject}**, ${list.window}`;
  if (list.items.length === 0) return `${heading}: no executions`;
  const hasReruns = list.items.some(isRerun);
  const table = markdownTable(
    hasReruns ? [...HEADER, 'attempt'] : HEADER,
    list.items.map((execution) => [
      ...row(execution, now),
      ...(hasReruns ? [attemptCell(execution)] : []),
    ]),
  );
  return `${heading}\n\n${table}`;
}

/** `2, 3 of 4 parts carried`. */
function attemptCell(execution: Execution): string {
  const { carried, expected } = execution.shards;
  const attempt = String(execution.attempt);
  return carried > 0 ? `${attempt}, ${carried} of ${counted(expected, 'part')} carried` : attempt;
}

function row(execution: Execution, now: Date): string[] {
  const { git, totals } = execution;
  return [
    markdownLink(String(execution.number), execution.url),
    statusText(execution.status, { glyphs: UNICODE_GLYPHS }),
    markdownText(execution.project),
    markdownText(git.branch ?? ''),
    markdownText(shortCommit(git.commit) ?? ''),
    String(totals.tests),
    String(failures(execution)),
    String(totals.flaky),
    durationText(execution.durationMs),
    relativeTime(execution.startedAt, now),
  ];
}
