import type { BranchesQuery, BranchList } from '@svc/contract/executions/branches';
import { ATTENTION_DAYS } from '@svc/contract/history/attention';
import type { Scope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { toExecution } from '../../history/executions/execution-answer.ts';
import { listExecutionsWithIds } from '../../history/executions/execution-rows.queries.ts';
import { readUsedSource } from '../../history/used-source.queries.ts';
import { parseWindow } from '../../http/input/window.ts';
import { listNewestBranches } from './branches.queries.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The branches with the newest executions, each with the newest execution of the suite that shows its state, and the
 * outcomes of the last ones of this suite that count for the branch.
 * @throws SvcError BAD_REQUEST for an invalid window.
 * @see docs/read/definitions.md, "Speaking executions"
 */
export async function listBranches(
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  scope: Scope,
  { from, to, ...filters }: BranchesQuery,
): Promise<BranchList> {
  const window = parseWindow({ from, to }, clock.now());
  const counted = await readUsedSource(scope, { ...filters, ...window });
  const endMs = Math.min(clock.now().getTime(), window.to.getTime());
  const branches = await listNewestBranches(
    scope,
    { ...filters, ...window, ...counted.filter },
    { suitesFrom: new Date(endMs - ATTENTION_DAYS * DAY_MS) },
  );
  const executions = await listExecutionsWithIds(
    scope,
    branches.map(({ executionId }) => executionId),
  );
  const byId = new Map(executions.map((row) => [row.id, row]));
  return {
    items: branches.flatMap(({ executionId, ...branch }) => {
      const row = byId.get(executionId);
      // Deleted between the two statements.
      return row === undefined ? [] : [{ ...branch, execution: toExecution(row, config.baseUrl) }];
    }),
    ...counted.answer,
  };
}
