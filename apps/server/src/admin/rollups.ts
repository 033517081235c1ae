import type { Deps } from '../deps.ts';
import { rebuildRollUps } from '../rollups/rebuild.ts';
import { sayError } from '../say.ts';

// A line each time so many more are done: a rebuild of ten million results says something every few seconds.
const STEP_SHARE = 0.1;

export async function rebuild({ database }: Deps): Promise<string[]> {
  let told = 0;
  const executions = await rebuildRollUps(database, (what, done, all) => {
    const share = done / all;
    if (share < told) told = 0;
    if (share < 1 && share < told + STEP_SHARE) return;
    told = share;
    sayError(`${done} of ${all} ${what}`);
  });
  return [`The roll-ups of ${executions} executions are rebuilt.`];
}
