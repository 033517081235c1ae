import { formatCount, formatNumber } from '@svc/contract/amounts';
import type { ListedProject } from '@svc/contract/projects';
import { tableLines, type Column } from '../../terminal/lines/table.ts';
import { commandLines } from '../../terminal/lines/wrapped-lines.ts';
import type { Look } from '../../terminal/look.ts';
import { renderMarkdownTable, escapeMarkdown } from '@svc/analysis/text/markdown';
import { formatRelativeTime } from '@svc/analysis/text/times';
import { markdownMore, moreLines, type Shortened } from '../../wording/more-lines.ts';

/** The result of `svc projects`; every text in it is safe for a terminal. */
export interface ProjectList extends Shortened {
  items: readonly ListedProject[];
  search: string | undefined;
}

export function projectsText(list: ProjectList, look: Look): string[] {
  const { items, search } = list;
  if (items.length > 0) {
    return [...tableLines(columnsFor(look), items, look), ...moreLines(list, look)];
  }
  return search === undefined
    ? ['No projects.', ...commandLines('Set up the first one:', 'svc init', look.columns)]
    : ['No project matches.', ...commandLines('All of them:', 'svc projects', look.columns)];
}

/** The same to paste into a pull request. */
export function projectsMarkdown(list: ProjectList, now: Date): string {
  if (list.items.length === 0) return 'No projects';
  const rows = list.items.map((project) => [
    escapeMarkdown(project.name),
    formatNumber(project.executions),
    formatNumber(project.tests),
    escapeMarkdown(project.defaultBranch ?? ''),
    lastText(project, now),
  ]);
  const header = ['project', 'executions', 'tests', 'default branch', 'last execution'];
  return [renderMarkdownTable(header, rows), ...markdownMore(list)].join('\n\n');
}

function columnsFor({ glyphs, now }: Look): Column<ListedProject>[] {
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
      text: (project) => lastText(project, now) || glyphs.none,
      below: (project) => lastText(project, now),
    },
  ];
}

function lastText({ lastExecutionAt }: ListedProject, now: Date): string {
  return lastExecutionAt === null ? '' : formatRelativeTime(lastExecutionAt, now);
}
