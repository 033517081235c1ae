import { withoutReplaced } from '@svc/analysis/gate/without-replaced';
import type { Execution } from '@svc/contract/executions/executions';
import type { Run } from '../run/run.ts';
import type { SvcClient } from './server.ts';

// An attempt of a CI run has few executions, but a commit may be tested every hour.
const MOST_PAGES = 5;
const PAGE = 100;

export interface RunExecutions {
  /** Those of this attempt. */
  current: Execution[];
  /** Executions of earlier attempts that no later attempt replaced, because a single job can be run again. */
  notRunAgain: Execution[];
}

/** The executions of the CI run, of any project and job, in the order of their numbers. */
export async function listExecutionsOfRun(
  client: SvcClient,
  { ci, git }: Run,
): Promise<RunExecutions> {
  if (ci.runId === undefined || git.commit === undefined) return { current: [], notRunAgain: [] };
  const found: Execution[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const answer = await client.executions.list.query({
      commit: git.commit,
      source: 'all',
      limit: PAGE,
      cursor,
    });
    found.push(...answer.items.filter((execution) => isOfRun(execution, ci)));
    if (answer.nextCursor === null) break;
    cursor = answer.nextCursor;
  }
  found.sort(
    (a, b) => (a.project < b.project ? -1 : a.project > b.project ? 1 : 0) || a.number - b.number,
  );
  const attempt = ci.runAttempt ?? 1;
  return {
    current: found.filter((execution) => getRunAttempt(execution) === attempt),
    notRunAgain: withoutReplaced(found).filter((execution) => getRunAttempt(execution) < attempt),
  };
}

function isOfRun({ ci }: Execution, run: Run['ci']): boolean {
  return ci.provider === run.provider && ci.runId === run.runId;
}

function getRunAttempt({ ci }: Execution): number {
  return ci.runAttempt ?? 1;
}
