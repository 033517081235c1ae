import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { readOnlyExecution } from '@svc/reporter-core/test/servers/read-execution.ts';
import { findUnusedAddress } from '@svc/reporter-core/test/servers/sink-server.ts';
import { steadyExecution } from '@svc/reporter-core/test/expected/steady-execution.ts';
import {
  type Finished,
  runCommand,
  svcLines,
} from '@svc/reporter-core/test/projects/run-command.ts';
import { joinServer, type SharedServer } from '@svc/server/test/server.ts';
import { expectedOutcomes } from './expected/expected-outcomes.ts';
import {
  config,
  type FixtureProject,
  FULL_MAJORS,
  makeProject,
} from './projects/fixture-project.ts';
import { OUTCOME_PROJECT } from './projects/outcome-project.ts';

// Each test starts a process, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const SVC = fileURLToPath(new URL('../../cli/bin/svc.js', import.meta.url));

describe.each(FULL_MAJORS)('Vitest %s', (major) => {
  let server: SharedServer;
  let project: FixtureProject;
  let run: Finished;

  // One run with two reporters. The server of the second one is not there.
  beforeAll(async () => {
    server = await joinServer();
    const { url, apiKey } = server;
    const toNobody = { url: await findUnusedAddress(), apiKey, uploadBudgetMs: 1_500 };
    const reporters = [{ url, apiKey }, toNobody].map((to) => ['@svc/vitest-reporter', to]);
    project = makeProject(major, {
      ...OUTCOME_PROJECT,
      'vitest.config.js': config(['default', ...reporters], { tags: [{ name: 'slow' }] }),
    });
    run = await project.run({ env: { SVC_INCLUDE_OUTPUT: 'all' } });
    return () => project[Symbol.dispose]();
  });

  it('gives every kind of outcome with all its facts', async () => {
    expect(run.exitCode).toBe(1);
    const outcomes = steadyExecution(await readOnlyExecution(server));
    expect(outcomes).toEqual(expectedOutcomes(major, server.url));
  });

  it('gives the same outcomes when the run is saved, and `svc upload` sends it later', async () => {
    expect(svcLines(run)).toContainEqual(expect.stringMatching(/^svc: not sent: .* Saved to /));
    expect(readdirSync(project.spoolFolder)).toHaveLength(1);
    const later = await joinServer();
    const sent = await runCommand(SVC, project.folder, {
      args: ['upload', 'node_modules/.cache/svc'],
      env: { SVC_URL: later.url, SVC_API_KEY: later.apiKey },
    });
    expect(sent.exitCode).toBe(0);
    expect(readdirSync(project.spoolFolder)).toEqual([]);
    const outcomes = steadyExecution(await readOnlyExecution(later));
    expect(outcomes).toEqual(expectedOutcomes(major, later.url));
  });
});
