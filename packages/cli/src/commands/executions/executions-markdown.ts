import type { Execution } from '@svc/contract/executions/executions';
import { formatDuration, formatNumber } from '@svc/contract/zod-free/amounts';
import { formatRelativeTime } from '@svc/analysis/text/times';
import { UNICODE_GLYPHS } from '../../terminal/glyphs.ts';
import {
  renderMarkdownLink,
  renderMarkdownTable,
  escapeMarkdown,
} from '@svc/analysis/text/markdown';
import { statusText } from '../../terminal/status.ts';
import { renderMarkdownMore } from '../../wording/more-lines.ts';
import { countFailures, createSuiteNamer } from './execution-columns.ts';
import { listExecutionMarks, formatRunMarks } from '@svc/analysis/compare/run-marks';
import type { ExecutionList } from './executions-text.ts';
import { shortenCommit } from '../../wording/short-ids.ts';

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
export function renderExecutionsMarkdown(list: ExecutionList, now: Date): string {
  const subject = list.project === undefined ? 'all projects' : escapeMarkdown(list.project);
  const heading = `**${subject}**, ${list.window}`;
  if (list.items.length === 0) return `${heading}: no executions`;
  const shown = {
    now,
    hasMarks: list.items.some((execution) => listExecutionMarks(execution).length > 0),
    suiteOf: createSuiteNamer(list.items),
    hasExcused: list.items.some(({ excused }) => excused > 0),
  };
  const header = HEADER.filter(
    (title) =>
      (title !== 'run' || shown.hasMarks) &&
      (title !== 'suite' || shown.suiteOf !== undefined) &&
      (title !== 'excused' || shown.hasExcused),
  );
  const rows = list.items.map((execution) => buildRow(execution, shown));
  return [heading, renderMarkdownTable(header, rows), ...renderMarkdownMore(list)].join('\n\n');
}

interface Shown {
  now: Date;
  hasMarks: boolean;
  suiteOf: ReturnType<typeof createSuiteNamer>;
  hasExcused: boolean;
}

function buildRow(execution: Execution, { now, hasMarks, suiteOf, hasExcused }: Shown): string[] {
  const { git, totals } = execution;
  return [
    renderMarkdownLink(String(execution.number), execution.url),
    statusText(execution.status, { glyphs: UNICODE_GLYPHS }),
    ...(hasMarks ? [formatRunMarks(listExecutionMarks(execution))] : []),
    escapeMarkdown(execution.project),
    escapeMarkdown(git.branch ?? ''),
    escapeMarkdown(shortenCommit(git.commit) ?? ''),
    ...(suiteOf === undefined ? [] : [escapeMarkdown(suiteOf(execution))]),
    formatNumber(totals.tests),
    formatNumber(countFailures(execution)),
    ...(hasExcused ? [formatNumber(execution.excused)] : []),
    formatNumber(totals.flaky),
    formatDuration(execution.durationMs),
    formatRelativeTime(execution.startedAt, now),
  ];
}
