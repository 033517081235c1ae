import { exportVariable, getInput, setSecret, warning } from '@actions/core';
import { writeLine } from './log.ts';
import { withoutPassword } from '@svc/reporter-core/options/server-url';
import { INPUTS } from './constants.ts';
import { buildLegName } from './run/leg.ts';
import type { World } from './world.ts';

/**
 * The step `pre`, before the job's own steps. Errors become warnings, because a failed step would end the job before
 * its tests.
 */
export function prepare(world: Pick<World, 'env'>): void {
  try {
    exportVariables(world.env);
  } catch (error) {
    warning(
      `svc did not prepare the job: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/**
 * Exports the variables by which reporters separate the results of this job from those of other legs and executions. A
 * variable that the workflow sets itself stays. The key is not exported: which steps may use it is decided by the
 * workflow.
 */
function exportVariables(env: World['env']): void {
  const key = getInput(INPUTS.apiKey) || env['SVC_API_KEY'];
  if (key) setSecret(key);
  const variables: [name: string, value: string | undefined][] = [
    ['SVC_LEG', buildLegName(getInput(INPUTS.matrix))],
    ['SVC_URL', getInput(INPUTS.url)],
    ['SVC_PROJECT', getInput(INPUTS.project)],
    ['SVC_NAME', getInput(INPUTS.name)],
  ];
  for (const [name, value] of variables) {
    if (!value || env[name]) continue;
    exportVariable(name, value);
    writeLine(`${name}=${name === 'SVC_URL' ? withoutPassword(value) : value}`);
  }
}
