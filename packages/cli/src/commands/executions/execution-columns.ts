import type { Execution } from '@svc/contract/executions/executions';
import { formatCount, formatDuration, formatNumber } from '@svc/contract/zod-free/amounts';
import { formatRelativeTime } from '@svc/analysis/text/times';
import type { Look } from '../../terminal/look.ts';
import { paintStatus, statusText } from '../../terminal/status.ts';
import type { Column } from '../../terminal/lines/table.ts';
import { toTerminalLine } from '@svc/reporter-core/text/terminal-text';
import { listExecutionMarks } from '@svc/analysis/compare/run-marks';
import { shortenCommit } from '../../wording/short-ids.ts';
import { buildMarkColumns } from '../../wording/run-mark-columns.ts';

interface ListScope {
  items: readonly Execution[];
  project: string | undefined;
  branch: string | undefined;
}

type Columns = (Column<Execution> | undefined)[];

type SuiteOf = ReturnType<typeof createSuiteNamer>;

/** The table's columns, without those whose value is the same for every row and is in the heading. */
export function buildExecutionColumns(list: ListScope, look: Look): Columns {
  const { colors } = look;
  const { items } = list;
  const suiteOf = createSuiteNamer(items);
  return [
    {
      header: '#',
      align: 'right',
      text: ({ number }) => String(number),
      paint: (text, { url }) => look.link(text, url),
    },
    {
      header: 'STATUS',
      text: ({ status }) => statusText(status, look),
      paint: (text, { status }) => paintStatus(status, colors)(text),
    },
    ...buildMarkColumns(items, listExecutionMarks, look),
    ...buildOriginColumns(list, suiteOf, look),
    ...buildCountColumns(items, look),
    {
      header: 'TIME',
      align: 'right',
      leaves: 'first',
      text: ({ durationMs }) => formatDuration(durationMs),
      below: 'same',
    },
    { header: 'STARTED', text: ({ startedAt }) => formatRelativeTime(startedAt, look.now) },
    {
      header: 'TITLE',
      leaves: 'first',
      minColumns: 16,
      kept: 'start',
      text: (execution) => formatExecutionTitle(execution, suiteOf !== undefined),
      paint: colors.dim,
      below: 'same',
    },
  ];
}

/** Where the code is from. */
function buildOriginColumns(
  { project, branch }: ListScope,
  suiteOf: SuiteOf,
  { glyphs }: Look,
): Columns {
  return [
    project !== undefined
      ? undefined
      : {
          header: 'PROJECT',
          minColumns: 8,
          goodColumns: 16,
          text: (execution) => toTerminalLine(execution.project),
          below: 'same',
        },
    branch !== undefined
      ? undefined
      : {
          header: 'BRANCH',
          minColumns: 6,
          goodColumns: 24,
          text: ({ git }) => toTerminalLine(git.branch ?? glyphs.none),
        },
    {
      header: 'COMMIT',
      text: ({ git }) => shortenCommit(git.commit) ?? glyphs.none,
      below: 'nothing',
    },
    suiteOf === undefined
      ? undefined
      : {
          header: 'SUITE',
          minColumns: 8,
          goodColumns: 16,
          text: (execution) => toTerminalLine(suiteOf(execution)) || glyphs.none,
          below: (execution) => toTerminalLine(suiteOf(execution)) || undefined,
        },
  ];
}

/** The number of tests, in total and by outcome. */
function buildCountColumns(items: readonly Execution[], { colors, glyphs }: Look): Columns {
  const orNone = (count: number) => (count === 0 ? glyphs.none : formatNumber(count));
  return [
    {
      header: 'TESTS',
      align: 'right',
      text: ({ totals }) => formatNumber(totals.tests),
      below: ({ totals }) => formatCount(totals.tests, 'test'),
    },
    {
      header: 'FAILED',
      align: 'right',
      text: ({ totals }) => orNone(countFailures({ totals })),
      paint: (text, execution) =>
        countFailures(execution) > 0 ? colors.red(text) : colors.dim(text),
      below: (execution) => formatLabelledCount(countFailures(execution), 'failed'),
    },
    items.every(({ excused }) => excused === 0)
      ? undefined
      : {
          header: 'EXCUSED',
          align: 'right',
          leaves: 'first',
          text: ({ excused }) => orNone(excused),
          paint: colors.dim,
          below: ({ excused }) => formatLabelledCount(excused, 'excused'),
        },
    {
      header: 'FLAKY',
      align: 'right',
      leaves: 'first',
      text: ({ totals }) => orNone(totals.flaky),
      paint: (text, { totals }) => (totals.flaky > 0 ? colors.yellow(text) : colors.dim(text)),
      below: ({ totals }) => formatLabelledCount(totals.flaky, 'flaky'),
    },
  ];
}

/**
 * What tells the suites of these executions apart: the framework if there are several, and the name, without a name the
 * workflow. Undefined if they are all of one suite.
 */
export function createSuiteNamer(
  items: readonly Execution[],
): ((execution: Execution) => string) | undefined {
  const hasFrameworks = new Set(items.map(({ framework }) => framework)).size > 1;
  const suiteOf = ({ framework, name, ci }: Execution) =>
    [hasFrameworks ? framework : undefined, name ?? ci.workflow].filter(Boolean).join(' ');
  return new Set(items.map(suiteOf)).size > 1 ? suiteOf : undefined;
}

/** The number of results that failed or timed out. */
export function countFailures({ totals }: Pick<Execution, 'totals'>): number {
  return totals.failed + totals.timedOut;
}

/** The execution's name, unless it has a column, and the first line of the commit message. */
function formatExecutionTitle({ name, git }: Execution, hasSuites: boolean): string {
  const message = git.message?.split('\n', 1)[0];
  return [hasSuites ? undefined : (name ?? undefined), message]
    .filter((part) => part !== undefined)
    .map(toTerminalLine)
    .join(': ');
}

function formatLabelledCount(count: number, word: string): string | undefined {
  return count === 0 ? undefined : `${formatNumber(count)} ${word}`;
}
