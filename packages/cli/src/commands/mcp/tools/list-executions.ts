import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { buildQuestion } from '../../../asking/question.ts';
import { formatCount } from '@svc/contract/zod-free/amounts';
import { addTool } from '../add-tool.ts';
import { toProjectFlags, refuseUnknownProject, type Asking } from '../asking.ts';
import { buildExecutionFacts } from '../execution-facts.ts';
import { pickFittingItems, describeLeftOut, type ToolAnswer } from '../tool-answer.ts';
import {
  branchInput,
  fromInput,
  buildLimitInput,
  projectInput,
  searchInput,
} from '../tool-inputs.ts';

const input = z.strictObject({
  project: projectInput,
  branch: branchInput,
  status: z.array(z.enum(['running', 'passed', 'failed', 'interrupted'])).optional(),
  commit: z.string().min(7).max(64).optional().describe('At least the first 7 digits'),
  pullRequest: z.number().int().min(1).optional(),
  search: searchInput.describe(
    'In name, branch, commit message and author; `PR 112` finds a pull request',
  ),
  from: fromInput,
  limit: buildLimitInput(10, 50),
  cursor: z.string().max(500).optional().describe('nextCursor of the answer before'),
});

export function addListExecutions(server: McpServer, asking: Asking): void {
  addTool(server, {
    name: 'list_executions',
    title: 'List executions',
    description:
      'Recent test runs, newest first, with status, branch, commit and counts. Use it to find a run, or the ' +
      'projects that there are (project "*"). For what failed in one of them, use get_failures.',
    input,
    answer: (typed) => listExecutions(asking, typed),
  });
}

async function listExecutions(
  asking: Asking,
  { project, branch, from, limit, ...filters }: z.output<typeof input>,
): Promise<ToolAnswer> {
  const { filters: shared } = await buildQuestion(
    { ...toProjectFlags(project), branch, from },
    asking.askedAt(),
  );
  const client = await asking.connect();
  const { items, nextCursor } = await client.executions.list.query({
    ...shared,
    ...filters,
    limit,
  });
  if (items.length === 0) await refuseUnknownProject(client, project);
  const executions = items.map(buildExecutionFacts);
  const shown = pickFittingItems(executions);
  return {
    facts: [
      executions.length === 0
        ? 'No execution matches. Widen the search: project "*", an earlier from, fewer filters.'
        : `${formatCount(shown.length, 'execution')}, newest first.`,
      ...describeLeftOut(
        executions.length - shown.length,
        'executions',
        'Use a smaller limit and the cursor.',
      ),
    ],
    data: { project: shared.project ?? 'all', executions: shown, nextCursor },
  };
}
