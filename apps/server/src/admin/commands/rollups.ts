import type { Deps } from '../../deps.ts';
import { rebuildRollUps } from '../../rollups/index.ts';
import { sayError } from '../../process/say.ts';

// A progress line per tenth: a rebuild of ten million results prints one every few seconds.
const STEP_SHARE = 0.1;

export async function rebuild({ database }: Deps): Promise<string[]> {
  let reported = 0;
  const executions = await rebuildRollUps(database, (what, done, all) => {
    const share = done / all;
    if (share < reported) reported = 0;
    if (share < 1 && share < reported + STEP_SHARE) return;
    reported = share;
    sayError(`${done} of ${all} ${what}`);
  });
  return [`The roll-ups of ${executions} executions are rebuilt.`];
}
