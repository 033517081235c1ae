import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it, vi } from 'vitest';
import { startServer, type TestServer } from '@svc/server/test/server.ts';
import type { FixtureFolder } from '../projects/fixture-folder.ts';
import { readOnlyExecution } from '../servers/read-execution.ts';
import { runCommand, svcLines } from '../projects/run-command.ts';
import type { Project } from '../projects/sent-run.ts';
import { type SteadyExecution, steadyExecution } from '../expected/steady-execution.ts';

export interface KilledServerCase {
  /** A project with tests that end in every way. */
  makeProject(): Project & FixtureFolder;
  env?: Record<string, string>;
  /** The expected execution on the server at `url`. */
  expected(url: string): SteadyExecution;
}

/** Tests that a run gives the same execution if its server is killed and restarted. */
export function testKilledServer({ makeProject, env, expected }: KilledServerCase): void {
  // The test starts two servers and a framework, and the machine may be busy.
  vi.setConfig({ testTimeout: 240_000 });

  it('saves a run whose server is killed halfway, and `svc upload` sends all of it', async () => {
    const first = await startServer();
    using project = makeProject();
    const killed = await project.run({
      env: { ...env, ...addressOf(first) },
      onOutput: () => {
        if (!first.child.killed) first.child.kill('SIGKILL');
      },
    });
    expect(killed.exitCode).toBe(1);
    expect(svcLines(killed).at(-1)).toMatch(/^svc: not sent: .* Saved to /);
    expect(readdirSync(project.spoolFolder)).toHaveLength(1);

    const { databaseUrl } = first;
    const second = await startServer({ databaseUrl, port: Number(new URL(first.url).port) });
    const sent = await runCommand(SVC, project.folder, {
      args: ['upload'],
      env: addressOf(second),
    });
    expect(sent.exitCode).toBe(0);
    expect(readdirSync(project.spoolFolder)).toEqual([]);
    const outcomes = steadyExecution(await readOnlyExecution(second));
    expect(outcomes).toEqual(expected(second.url));
    await second.stop();
    await first.stop();
  });
}

const SVC = fileURLToPath(new URL('../../../cli/bin/svc.js', import.meta.url));

function addressOf({ apiKey, url }: TestServer): Record<string, string> {
  return { SVC_API_KEY: apiKey, SVC_URL: url };
}
