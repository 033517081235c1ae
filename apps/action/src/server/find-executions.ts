import type { Execution } from '@svc/contract/executions/executions';
import type { Run } from '../run/run.ts';
import type { SvcClient } from './server.ts';

// An attempt of a CI run has few executions, but a commit may be tested every hour.
const MOST_PAGES = 5;
const PAGE = 100;

/** The executions of this attempt of the CI run, of any project and job, in the order of their numbers. */
export async function executionsOfRun(client: SvcClient, { ci, git }: Run): Promise<Execution[]> {
  if (ci.runId === undefined || git.commit === undefined) return [];
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
  return found.sort(
    (a, b) => (a.project < b.project ? -1 : a.project > b.project ? 1 : 0) || a.number - b.number,
  );
}

function isOfRun({ ci }: Execution, run: Run['ci']): boolean {
  return (
    ci.provider === run.provider &&
    ci.runId === run.runId &&
    (ci.runAttempt ?? 1) === (run.runAttempt ?? 1)
  );
}
