import type { Execution, ExecutionsQuery } from '@svc/contract/executions';
import type { Page } from '@svc/contract/pages';
import type { SvcClient } from '@svc/client';
import type { Answer } from '../answer.ts';
import { connect, type CommandContext } from '../command-context.ts';
import { projectScope, typedFlags, type FilterFlags, type ProjectScope } from '../filter-flags.ts';
import { terminalSafe } from '../format/terminal-text.ts';
import { timeWindow, timeWindowText } from '../time-window.ts';
import { executionsMarkdown } from '../views/executions-markdown.ts';
import { executionsText, type ExecutionList } from '../views/executions-text.ts';

// The list has no total, so up to here we look ahead to say how many more there are: one page, one request.
const COUNTED_EXECUTIONS = 100;
const LARGEST_PAGE = 100;

/** `svc executions`: the newest first. */
export async function executions(
  context: CommandContext,
  flags: FilterFlags & { json?: boolean },
): Promise<Answer> {
  const scope = await projectScope(flags, context);
  const query = queryOf(flags, scope, context.now);
  const client = await connect(context);
  const wanted = flags.json === true ? flags.limit : Math.max(flags.limit, COUNTED_EXECUTIONS);
  const page = await listExecutions(client, query, wanted);
  const list = shownList(page, { flags, scope, serverUrl: context.settings.url });
  return {
    data: { items: page.items.slice(0, flags.limit), nextCursor: page.nextCursor },
    text: (look) => executionsText(list, look),
    markdown: (now) => executionsMarkdown(list, now),
  };
}

/** Pages until `wanted` executions are there or no more come. */
async function listExecutions(
  client: SvcClient,
  query: Partial<ExecutionsQuery>,
  wanted: number,
): Promise<Page<Execution>> {
  const items: Execution[] = [];
  let cursor: string | undefined;
  for (;;) {
    const limit = Math.min(LARGEST_PAGE, wanted - items.length);
    const page = await client.executions.list.query({ ...query, limit, cursor });
    items.push(...page.items);
    const isEnough = items.length >= wanted || page.items.length === 0;
    if (page.nextCursor === null || isEnough) {
      return { items, nextCursor: page.nextCursor };
    }
    cursor = page.nextCursor;
  }
}

function queryOf(flags: FilterFlags, scope: ProjectScope, now: Date): Partial<ExecutionsQuery> {
  const { branch, framework, environment, status, commit, pullRequest, tag, search } = flags;
  const { project } = scope;
  const filters = { project, branch, framework, environment, ...timeWindow(flags, now) };
  return { ...filters, status, commit, pullRequest, tag, search };
}

const NOT_NARROWING = { project: undefined, allProjects: undefined, limit: undefined };

interface Asked {
  flags: FilterFlags;
  scope: ProjectScope;
  serverUrl: string;
}

function shownList(page: Page<Execution>, { flags, scope, serverUrl }: Asked): ExecutionList {
  const known = page.items.length;
  const shown = page.items.slice(0, flags.limit);
  const next = page.nextCursor === null ? known : Math.max(flags.limit * 2, known);
  return terminalSafe({
    items: shown,
    project: scope.project,
    takenFrom: scope.takenFrom,
    branch: flags.branch,
    window: timeWindowText(flags),
    isFiltered: typedFlags(flags, NOT_NARROWING) !== '',
    total: { count: known, isAtLeast: page.nextCursor !== null },
    moreCommand: `svc executions ${typedFlags(flags, { limit: next })}`,
    serverUrl,
  });
}
