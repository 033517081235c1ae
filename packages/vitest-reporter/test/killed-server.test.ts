import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { readOnlyExecution } from '@svc/reporter-core/test/read-execution.ts';
import { type Finished, runCommand, svcLines } from '@svc/reporter-core/test/run-command.ts';
import { steadyExecution } from '@svc/reporter-core/test/steady-execution.ts';
import { startServer, type TestServer } from '@svc/server/test/server.ts';
import { expectedOutcomes } from './expected-outcomes.ts';
import { type FixtureProject, MAJORS, makeProject } from './fixture-project.ts';
import { OUTCOME_PROJECT } from './outcome-project.ts';

// Each test starts two servers and Vitest twice, and machines may be busy.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

describe.each(MAJORS)('a run of Vitest %s whose server is killed halfway', (major) => {
  it('is kept, and `svc upload` sends it whole', async () => {
    const first = await startServer();
    using project = makeProject(major, OUTCOME_PROJECT);
    const killed = await runProject(project, first, () => first.child.kill('SIGKILL'));
    expect(killed.exitCode).toBe(1);
    expect(svcLines(killed).at(-1)).toMatch(/^svc: could not send: .* Kept in /);
    expect(readdirSync(project.spoolFolder)).toHaveLength(1);

    const { databaseUrl } = first;
    const second = await startServer({ databaseUrl, port: Number(new URL(first.url).port) });
    const sent = await runCommand(SVC, project.folder, {
      args: ['upload'],
      env: environment(second),
    });
    expect(sent.exitCode).toBe(0);
    expect(readdirSync(project.spoolFolder)).toEqual([]);

    const outcomes = steadyExecution(await readOnlyExecution(second));
    expect(outcomes).toEqual(expectedOutcomes(major, second.url));
    await second.stop();
    await first.stop();
  });
});

const SVC = fileURLToPath(new URL('../../cli/bin/svc.js', import.meta.url));

/** Acts as soon as the run has printed something. */
function runProject(
  project: FixtureProject,
  server: TestServer,
  act: () => void,
): Promise<Finished> {
  let hasActed = false;
  const onOutput = (): void => {
    if (!hasActed) act();
    hasActed = true;
  };
  return project.run({ env: { ...environment(server), SVC_INCLUDE_OUTPUT: 'all' }, onOutput });
}

function environment({ apiKey, url }: TestServer): Record<string, string> {
  return { SVC_API_KEY: apiKey, SVC_URL: url };
}
