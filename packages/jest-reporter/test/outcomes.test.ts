import { beforeEach, expect, it, vi } from 'vitest';
import { readOnlyExecution } from '@svc/reporter-core/test/servers/read-execution.ts';
import {
  type SteadyExecution,
  steadyExecution,
} from '@svc/reporter-core/test/expected/steady-execution.ts';
import { joinServer, type SharedServer } from '@svc/server/test/server.ts';
import { expectedOutcomes } from './expected-outcomes.ts';
import { FULL_MAJORS, type Major, makeProject } from './fixture-project.ts';
import { OUTCOME_PROJECT } from './outcome-project.ts';

// Each test starts Jest, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let server: SharedServer;
beforeEach(async () => {
  server = await joinServer();
});

const CASES = FULL_MAJORS.flatMap((major) =>
  ['--maxWorkers=2', '--runInBand'].map((mode) => [major, mode] as const),
);

it.each(CASES)(
  'Jest %s gives every kind of outcome with all its facts, %s',
  async (major, mode) => {
    const outcomes = await outcomesOf(major, mode);
    expect(outcomes).toEqual(expectedOutcomes(major, server.url));
  },
);

/** Runs the project and reads its execution back from the server. */
async function outcomesOf(major: Major, mode: string): Promise<SteadyExecution> {
  using project = makeProject(major, OUTCOME_PROJECT);
  const env = { SVC_API_KEY: server.apiKey, SVC_URL: server.url };
  const run = await project.run({ args: [mode], env });
  expect(run.exitCode).toBe(1);
  expect(run.stderr).toContain(
    'svc: sent 30 results (3 flaky, 17 failed), 3 files failed to load, 1 file failed outside its tests, to ',
  );
  return steadyExecution(await readOnlyExecution(server));
}
