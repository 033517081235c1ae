import { INPUTS } from './constants.ts';
import { reportRun } from './report-run.ts';
import { Runner } from './runner.ts';
import type { World } from './world.ts';

/** The step `main`, after the tests. Returns the exit code of the step; never rejects. */
export async function runMain(world: World): Promise<0 | 1> {
  const runner = new Runner(world);
  try {
    await reportRun(world, runner);
  } catch (error) {
    // A fault of the action must not change the outcome of the tests.
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    if (runner.input(INPUTS.ifUndecided) === 'error') runner.fail(`svc itself failed: ${text}`);
    else runner.warning(`svc itself failed, and the job goes on: ${text}`);
  }
  return runner.exitCode;
}
