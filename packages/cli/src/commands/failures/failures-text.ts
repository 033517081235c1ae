import type { FailureGroup, FailureSort } from '@svc/contract/history/failures';
import { isOnlyOn } from '@svc/contract/zod-free/only-on';
import { formatCount } from '@svc/contract/zod-free/amounts';
import { fitText } from '../../terminal/lines/fitted-text.ts';
import { wrapFacts, wrapText } from '../../terminal/lines/wrapped-lines.ts';
import type { Look } from '../../terminal/look.ts';
import { formatRelativeTime } from '@svc/analysis/text/times';
import { drawSparkline } from '../../terminal/charts/sparkline.ts';
import { spreadLine } from '../../terminal/lines/spread-line.ts';
import { toTerminalLine } from '@svc/reporter-core/text/terminal-text';
import type { Total } from '../../asking/listing.ts';
import { formatHeadingLines } from '../../wording/heading-line.ts';
import { formatMoreLines, formatTotal } from '../../wording/more-lines.ts';
import { formatNothingFound, type NothingFound } from '../../wording/no-executions-lines.ts';
import { shortenTestId } from '../../wording/test-names.ts';
import { formatLabelFacts } from '../../wording/class-text.ts';

/** The result of `svc failures`; every text in it is safe for a terminal. */
export interface FailureList extends NothingFound {
  items: FailureGroup[];
  total: Total;
  moreCommand: string;
  sort: FailureSort;
  hasExecutions: boolean;
}

/** One block per cause: its message, its tests, how often and when. */
export function formatFailures(list: FailureList, look: Look): string[] {
  if (list.items.length === 0) return formatEmptyLines(list, look);
  const blocks = list.items.flatMap((group) => [...formatGroupLines(group, list, look), '']);
  const more = formatMoreLines(list, look);
  return [
    ...formatHeadingLines(list, look, [formatCausesTotal(list), SORTED[list.sort]]),
    ...(more.length === 0 ? blocks.slice(0, -1) : blocks),
    ...more,
  ];
}

export function formatCausesTotal({ total }: Pick<FailureList, 'total'>): string {
  if (total.isAtLeast) return `${formatTotal(total)} causes of failures`;
  return `${formatCount(total.count, 'cause')} of failures`;
}

export const SORTED: Record<FailureSort, string> = {
  count: 'the most frequent first',
  newest: 'the newest first',
  tests: 'causes of the most tests first',
};

// A cause takes two lines with free space at their ends. `svc executions show` has longer ones in full.
const CAUSE_COLUMNS = 160;
const LINE_ENDS = 14;
const SPARK_COLUMNS = 30;

function formatGroupLines(group: FailureGroup, { project }: FailureList, look: Look): string[] {
  const { colors, glyphs } = look;
  const { example } = group;
  const { sign, paint } = chooseSign(group, look);
  const cause = fitText(
    formatCauseMessage(group),
    Math.min(look.columns * 2 - LINE_ENDS, CAUSE_COLUMNS),
    glyphs,
  );
  const inner = { ...look, columns: look.columns - 2 };
  const place = example.line === null ? example.file : `${example.file}:${example.line}`;
  return [
    ...wrapText(`${sign} ${cause}`, look.columns).map((line) => colors.bold(paint(line))),
    ...spreadLine(formatCauseTests(group), toTerminalLine(place), inner).map((line) => `  ${line}`),
    ...wrapFacts(formatGroupFacts(group, project, look), glyphs.dot, look.columns - 2).map(
      (line) => `  ${colors.dim(line)}`,
    ),
  ];
}

/** The newest failure's message, or without one the fingerprint's pattern. */
export function formatCauseMessage({
  example,
  pattern,
}: Pick<FailureGroup, 'example' | 'pattern'>): string {
  const [first = ''] = (example.message ?? '').trim().split('\n', 1);
  return toTerminalLine(first === '' ? pattern : first);
}

export function formatCauseTests({ example, tests }: FailureGroup): string {
  const others = tests > 1 ? ` and ${formatCount(tests - 1, 'other test')}` : '';
  return `${toTerminalLine(example.title)}${others}`;
}

/** Green only where a test passed since: one that did not run again proves nothing. */
function chooseSign(
  { phase, gone }: Pick<FailureGroup, 'phase' | 'gone'>,
  { glyphs, colors }: Pick<Look, 'glyphs' | 'colors'>,
): { sign: string; paint: (text: string) => string } {
  if (phase !== 'over') return { sign: glyphs.failed, paint: colors.red };
  if (gone !== null) return { sign: glyphs.passed, paint: colors.green };
  return { sign: glyphs.none, paint: (text) => text };
}

/**
 * `new, since 2 d ago`; of what is over, since when and in which execution it is gone. Executions of a cause of several
 * projects are named with their project: each project counts its own.
 */
export function formatPhase(group: FailureGroup, now: Date): string {
  const { phase, firstSeenAt, lastSeenAt, gone, example, projects } = group;
  const of = (project: string) => (projects > 1 ? ` of ${toTerminalLine(project)}` : '');
  if (phase === 'new') return `new, since ${formatRelativeTime(firstSeenAt, now)}`;
  const last = `last seen in #${example.executionNumber}${of(example.project)}, ${formatRelativeTime(lastSeenAt, now)}`;
  if (phase === 'ongoing') return `ongoing, ${last}`;
  if (gone === null) return `over, not run again; ${last}`;
  const place = gone.branch === null ? '' : ` on ${toTerminalLine(gone.branch)}`;
  return `resolved ${formatRelativeTime(gone.at, now)} in #${gone.number}${of(gone.project)}${place}; ${last}`;
}

/** The project of the cause, or how many have it. */
export function formatCauseProjects({ projects, example }: FailureGroup): string {
  return projects === 1
    ? `project ${toTerminalLine(example.project)}`
    : `in ${formatCount(projects, 'project')}`;
}

/** The branches that still have it, if the default branch does not; else those that had it. */
export function formatCauseBranches(group: FailureGroup): string {
  const { onlyOn, branches } = group;
  const which = isOnlyOn(group) ? 'only' : 'still';
  if (onlyOn.length > 0) return `${which} on ${onlyOn.map(toTerminalLine).join(', ')}`;
  return branches.length === 0 ? '' : `on ${branches.map(toTerminalLine).join(', ')}`;
}

function formatGroupFacts(
  group: FailureGroup,
  project: string | undefined,
  { glyphs, now }: Look,
): string[] {
  const { count, executions, perDay, example } = group;
  const branches = formatCauseBranches(group);
  return [
    ...(project === undefined ? [formatCauseProjects(group)] : []),
    formatPhase(group, now),
    `${formatCount(count, 'failure')} in ${formatCount(executions, 'execution')}`,
    ...(branches === '' ? [] : [branches]),
    `svc test ${shortenTestId(example.testId)}`,
    ...(perDay.length > 1 ? [drawSparkline(perDay, SPARK_COLUMNS, glyphs)] : []),
    ...formatLabelFacts(group),
  ];
}

function formatEmptyLines(list: FailureList, look: Look): string[] {
  const { colors, glyphs } = look;
  if (!list.hasExecutions) return formatNothingFound(list, look);
  return [
    ...formatHeadingLines(list, look),
    `${colors.green(glyphs.passed)} ${list.isFiltered ? 'No failure matches' : 'No failures'}.`,
  ];
}
