import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readOnlyExecution } from '@svc/reporter-core/test/servers/read-execution.ts';
import { steadyExecution } from '@svc/reporter-core/test/expected/steady-execution.ts';
import { joinServer, type SharedServer } from '@svc/server/test/server.ts';
import { expectedOutcomes } from './expected-outcomes.ts';
import { FULL_VERSIONS, makeProject } from './fixture-project.ts';
import { OUTCOME_PROJECT } from './outcome-project.ts';

// Each test starts Playwright and many workers, and the machine may be busy.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

let server: SharedServer;
beforeEach(async () => {
  server = await joinServer();
});

describe.each(FULL_VERSIONS)('Playwright %s', (version) => {
  it('gives every kind of outcome with all its facts', async () => {
    using project = makeProject(version, OUTCOME_PROJECT);
    const run = await project.run({
      env: { SVC_API_KEY: server.apiKey, SVC_URL: server.url, SVC_ARTIFACTS: 'none' },
    });
    expect(run.exitCode).toBe(1);
    expect(run.stderr).toContain(
      'svc: sent 30 results (2 flaky, 14 failed), 1 error outside of test files, to ',
    );
    const outcomes = steadyExecution(await readOnlyExecution(server));
    expect(outcomes).toEqual(expectedOutcomes(version, server.url));
  });
});
