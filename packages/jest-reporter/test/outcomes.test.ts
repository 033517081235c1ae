import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readOnlyExecution } from '@svc/reporter-core/test/read-execution.ts';
import { type SteadyExecution, steadyExecution } from '@svc/reporter-core/test/steady-execution.ts';
import { startServer, type TestServer } from '@svc/server/test/server.ts';
import { expectedOutcomes } from './expected-outcomes.ts';
import { type Major, MAJORS, makeProject } from './fixture-project.ts';
import { OUTCOME_PROJECT } from './outcome-project.ts';

// Each test starts a server and Jest anew, and machines may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let server: TestServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.stop());

describe.each(MAJORS)('Jest %s', (major) => {
  it.each(['--runInBand', '--maxWorkers=2'])(
    'gives every kind of outcome with all its facts, %s',
    async (mode) => {
      const outcomes = await outcomesOf(major, mode);
      expect(outcomes).toEqual(expectedOutcomes(major, server.url));
    },
  );
});

/** Runs the project and gives what can be read back of it. */
async function outcomesOf(major: Major, mode: string): Promise<SteadyExecution> {
  using project = makeProject(major, OUTCOME_PROJECT);
  const env = { SVC_API_KEY: server.apiKey, SVC_URL: server.url };
  const run = await project.run({ args: [mode], env });
  expect(run.exitCode).toBe(1);
  expect(run.stderr).toContain('svc: sent 30 results (3 flaky, 17 failed) to ');
  return steadyExecution(await readOnlyExecution(server));
}
