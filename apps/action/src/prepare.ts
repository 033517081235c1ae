import { exportVariable, getInput, info, setSecret } from '@actions/core';
import { INPUTS } from './constants.ts';
import { legOf } from './run/leg.ts';

/**
 * At the start of the job: exports what reporters of this job need to tell its results from those of other legs and
 * executions. A variable that the workflow sets itself stays. The key is not exported: which steps may use it is
 * decided by the workflow.
 */
export function prepare(env: Readonly<Record<string, string | undefined>>): void {
  const key = getInput(INPUTS.apiKey) || env['SVC_API_KEY'];
  if (key) setSecret(key);
  const variables: [name: string, value: string | undefined][] = [
    ['SVC_LEG', legOf(getInput(INPUTS.matrix))],
    ['SVC_URL', getInput(INPUTS.url)],
    ['SVC_PROJECT', getInput(INPUTS.project)],
    ['SVC_NAME', getInput(INPUTS.name)],
  ];
  for (const [name, value] of variables) {
    if (!value || env[name]) continue;
    exportVariable(name, value);
    info(`${name}=${value}`);
  }
}
