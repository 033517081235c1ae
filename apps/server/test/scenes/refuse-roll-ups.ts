import type { TestApp } from '../app.ts';
import { refuseRows } from './refuse-rows.ts';

/** Lets every roll-up of an execution with failures fail, until the returned function is called. */
export function refuseRollUps(
  server: Pick<TestApp, 'deps'>,
  executionId: string,
): Promise<() => Promise<void>> {
  return refuseRows(server, 'execution_failures', `execution_id = '${executionId}'`);
}
