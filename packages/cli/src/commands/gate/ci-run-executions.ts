import { withoutReplaced } from '@svc/analysis/gate/without-replaced';
import type { SvcClient } from '@svc/client';
import type { Execution } from '@svc/contract/executions/executions';
import type { CiFacts } from '@svc/contract/executions/ingest';
import { computeEarliestFrom } from '../../asking/execution-reference.ts';
import type { World } from '../../world.ts';

/** The CI run of this job, and the commit that its reporters send. */
export interface CurrentCiRun {
  ci: CiFacts;
  commit: string | undefined;
}

export interface CiRunExecutions {
  /** What counts now: an execution that a later attempt replaced does not. */
  executions: Execution[];
  /** False if the list was too long to read all of it. */
  isWhole: boolean;
}

const PAGE = 100;
// 1,000 executions of one commit are more than a CI run sends.
const PAGES_MOST = 10;

/** The executions that the jobs of a CI run have sent so far. Reads at most the newest 1,000 of its commit. */
export async function listCiRunExecutions(
  client: SvcClient,
  { ci, commit }: CurrentCiRun,
  { project, clock }: { project: string | undefined } & Pick<World, 'clock'>,
): Promise<CiRunExecutions> {
  const ofRun: Execution[] = [];
  const filters = { project, commit, from: computeEarliestFrom({ clock }), limit: PAGE };
  let cursor: string | undefined;
  for (let pages = 0; pages < PAGES_MOST; pages++) {
    const page = await client.executions.list.query({ ...filters, cursor });
    ofRun.push(...page.items.filter((one) => isOfRun(one, ci)));
    if (page.nextCursor === null) return { executions: withoutReplaced(ofRun), isWhole: true };
    cursor = page.nextCursor;
  }
  return { executions: withoutReplaced(ofRun), isWhole: false };
}

function isOfRun({ ci }: Execution, { provider, runId }: CiFacts): boolean {
  return ci.provider === provider && ci.runId === runId;
}
