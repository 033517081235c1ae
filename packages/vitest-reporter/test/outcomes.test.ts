import { beforeAll, describe, expect, it, vi } from 'vitest';
import { readOnlyExecution } from '@svc/reporter-core/test/servers/read-execution.ts';
import { steadyExecution } from '@svc/reporter-core/test/expected/steady-execution.ts';
import { joinServer, type SharedServer } from '@svc/server/test/server.ts';
import { expectedOutcomes } from './expected/expected-outcomes.ts';
import { MAJORS, makeProject } from './projects/fixture-project.ts';
import { OUTCOME_PROJECT } from './projects/outcome-project.ts';

// Each test starts Vitest, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

describe.each(MAJORS)('Vitest %s', (major) => {
  let server: SharedServer;
  beforeAll(async () => {
    server = await joinServer();
  });

  it('gives every kind of outcome with all its facts', async () => {
    using project = makeProject(major, OUTCOME_PROJECT);
    const env = { SVC_API_KEY: server.apiKey, SVC_URL: server.url, SVC_INCLUDE_OUTPUT: 'all' };
    const run = await project.run({ env });
    expect(run.exitCode).toBe(1);
    const outcomes = steadyExecution(await readOnlyExecution(server));
    expect(outcomes).toEqual(expectedOutcomes(major, server.url));
  });
});
