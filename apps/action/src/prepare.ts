import { withoutPassword } from '@svc/reporter-core/upload/server-url';
import { INPUTS } from './constants.ts';
import { legOf } from './run/leg.ts';
import { Runner } from './runner.ts';
import type { World } from './world.ts';

/** The step `pre`, before the job's own steps. It always ends well: a fault would end the job without its tests. */
export function prepare(world: Pick<World, 'env' | 'stdout'>): void {
  const runner = new Runner(world);
  try {
    exportVariables(runner, world.env);
  } catch (error) {
    runner.warning(
      `svc did not prepare the job: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/**
 * Exports what reporters of this job need to tell its results from those of other legs and executions. A variable that
 * the workflow sets itself stays. The key is not exported: which steps may use it is decided by the workflow.
 */
function exportVariables(runner: Runner, env: World['env']): void {
  const key = runner.input(INPUTS.apiKey) || env['SVC_API_KEY'];
  if (key) runner.setSecret(key);
  const variables: [name: string, value: string | undefined][] = [
    ['SVC_LEG', legOf(runner.input(INPUTS.matrix))],
    ['SVC_URL', runner.input(INPUTS.url)],
    ['SVC_PROJECT', runner.input(INPUTS.project)],
    ['SVC_NAME', runner.input(INPUTS.name)],
  ];
  for (const [name, value] of variables) {
    if (!value || env[name]) continue;
    runner.exportVariable(name, value);
    runner.info(`${name}=${name === 'SVC_URL' ? withoutPassword(value) : value}`);
  }
}
