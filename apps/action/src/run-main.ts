import { getInput, setFailed, warning } from '@actions/core';
import { INPUTS } from './constants.ts';
import { reportRun } from './report-run.ts';
import type { World } from './world.ts';

/**
 * The step `main`, after the tests. Sets the exit code of the process. Does not reject: errors become a warning or a
 * failed step.
 */
export async function runMain(world: World): Promise<void> {
  try {
    await reportRun(world);
  } catch (error) {
    // A fault of the action must not change the outcome of the tests.
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    if (getInput(INPUTS.ifUndecided) === 'error') setFailed(`svc itself failed: ${text}`);
    else warning(`svc itself failed, and the job goes on: ${text}`);
  }
}
