import type { SvcClient } from '@svc/client';
import type { Execution } from '@svc/contract/executions/executions';
import type { CiFacts } from '@svc/contract/executions/ingest';
import { earliestFrom } from '../references/execution-reference.ts';

/** The CI run of this job, and the commit that its reporters send. */
export interface CurrentCiRun {
  ci: CiFacts;
  commit: string | undefined;
}

/**
 * The executions that the jobs of a CI run have sent, of each the newest attempt. At most the newest 100 of its commit
 * are considered.
 */
export async function executionsOfCiRun(
  client: SvcClient,
  { ci, commit }: CurrentCiRun,
  project: string | undefined,
): Promise<Execution[]> {
  const { items } = await client.executions.list.query({
    project,
    commit,
    from: earliestFrom(),
    limit: 100,
  });
  const newest = new Map<string, Execution>();
  for (const execution of items) {
    const { provider, runId } = execution.ci;
    if (provider !== ci.provider || runId !== ci.runId) continue;
    const name = JSON.stringify([execution.project, execution.name ?? execution.framework]);
    if ((newest.get(name)?.attempt ?? 0) < execution.attempt) newest.set(name, execution);
  }
  return [...newest.values()];
}
