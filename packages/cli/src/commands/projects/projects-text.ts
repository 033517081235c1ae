import { formatCount, formatNumber } from '@svc/contract/zod-free/amounts';
import type { ListedProject } from '@svc/contract/projects';
import { formatTable, type Column } from '../../terminal/lines/table.ts';
import { wrapCommand } from '../../terminal/lines/wrapped-lines.ts';
import type { Look } from '../../terminal/look.ts';
import { renderMarkdownTable, escapeMarkdown } from '@svc/analysis/text/markdown';
import { formatRelativeTime } from '@svc/analysis/text/times';
import { renderMarkdownMore, formatMoreLines, type Shortened } from '../../wording/more-lines.ts';

/** The result of `svc projects`; every text in it is safe for a terminal. */
export interface ProjectList extends Shortened {
  items: readonly ListedProject[];
  search: string | undefined;
}

export function formatProjectList(list: ProjectList, look: Look): string[] {
  const { items, search } = list;
  if (items.length > 0) {
    return [...formatTable(buildProjectColumns(look), items, look), ...formatMoreLines(list, look)];
  }
  return search === undefined
    ? ['No projects.', ...wrapCommand('Set up the first one:', 'svc init', look.columns)]
    : ['No project matches.', ...wrapCommand('All of them:', 'svc projects', look.columns)];
}

/** The same to paste into a pull request. */
export function renderProjectsMarkdown(list: ProjectList, now: Date): string {
  if (list.items.length === 0) return 'No projects';
  const rows = list.items.map((project) => [
    escapeMarkdown(project.name),
    formatNumber(project.executions),
    formatNumber(project.tests),
    escapeMarkdown(project.defaultBranch ?? ''),
    formatLastExecution(project, now),
  ]);
  const header = ['project', 'executions', 'tests', 'default branch', 'last execution'];
  return [renderMarkdownTable(header, rows), ...renderMarkdownMore(list)].join('\n\n');
}

function buildProjectColumns({ glyphs, now }: Look): Column<ListedProject>[] {
  return [
    { header: 'PROJECT', text: ({ name }) => name, minColumns: 16 },
    {
      header: 'EXECUTIONS',
      align: 'right',
      text: ({ executions }) => formatNumber(executions),
      below: ({ executions }) => formatCount(executions, 'execution'),
    },
    {
      header: 'TESTS',
      align: 'right',
      text: ({ tests }) => formatNumber(tests),
      below: ({ tests }) => formatCount(tests, 'test'),
    },
    {
      header: 'BRANCH',
      text: ({ defaultBranch }) => defaultBranch ?? glyphs.none,
      minColumns: 8,
      leaves: 'first',
      below: ({ defaultBranch }) => defaultBranch ?? undefined,
    },
    {
      header: 'LAST EXECUTION',
      text: (project) => formatLastExecution(project, now) || glyphs.none,
      below: (project) => formatLastExecution(project, now),
    },
  ];
}

function formatLastExecution({ lastExecutionAt }: ListedProject, now: Date): string {
  return lastExecutionAt === null ? '' : formatRelativeTime(lastExecutionAt, now);
}
