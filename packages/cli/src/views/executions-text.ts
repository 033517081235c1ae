import type { Execution } from '@svc/contract/executions';
import type { Look } from '../format/look.ts';
import { tableLines } from '../format/table.ts';
import { terminalLine } from '../format/terminal-text.ts';
import { executionColumns } from './execution-columns.ts';

/** What `svc executions` found; every text in it is safe for a terminal. */
export interface ExecutionList {
  items: Execution[];
  /** Undefined: all projects. */
  project: string | undefined;
  /** Where the project was taken from when it was not said. */
  takenFrom: string | undefined;
  branch: string | undefined;
  /** In words: `last 30 days`. */
  window: string;
  /** Something beside the project was asked for, so that an empty list is no surprise. */
  isFiltered: boolean;
  total: { count: number; isAtLeast: boolean };
  moreCommand: string;
  serverUrl: string;
}

export function executionsText(list: ExecutionList, look: Look): string[] {
  const heading = look.quiet ? [] : [headingLine(list, look), ''];
  if (list.items.length === 0) return [...heading, ...emptyLines(list)];
  const table = tableLines(executionColumns(list, look), list.items, look);
  return [...heading, ...table, ...(look.quiet ? [] : moreLines(list, look))];
}

function headingLine({ project, takenFrom, branch, window }: ExecutionList, look: Look): string {
  const from = takenFrom === undefined ? '' : ` (${takenFrom})`;
  const subject = project === undefined ? 'all projects' : `${terminalLine(project)}${from}`;
  const facts = branch === undefined ? [subject, window] : [subject, terminalLine(branch), window];
  return look.colors.bold(facts.join(look.glyphs.dot));
}

function moreLines({ items, total, moreCommand }: ExecutionList, look: Look): string[] {
  if (!total.isAtLeast && total.count <= items.length) return [];
  const count = total.isAtLeast ? `more than ${total.count}` : String(total.count);
  return [look.colors.dim(`${items.length} of ${count}. More: ${moreCommand}`)];
}

/** An empty list is where people stop, so it says what to do next. */
function emptyLines({ project, isFiltered, window, serverUrl }: ExecutionList): string[] {
  if (isFiltered) {
    return ['No executions match.', 'Ask for more: svc executions --from 90d, or fewer flags'];
  }
  const place = project === undefined ? '' : ` of ${terminalLine(project)}`;
  return [
    `No executions${place} (${window}).`,
    `Ask for more: svc executions --from 365d${project === undefined ? '' : ', or --all-projects'}`,
    '',
    'To send the first from a Vitest project:',
    '  npm install --save-dev @svc/vitest-reporter',
    "  in vitest.config.ts: test: { reporters: ['default', '@svc/vitest-reporter'] }",
    `  SVC_URL=${serverUrl} SVC_API_KEY=svc_... npx vitest run`,
  ];
}
