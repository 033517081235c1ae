import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { packageFolder } from '@svc/reporter-core/test/projects/fixture-folder.ts';
import { testsOf, testsReported } from '@svc/reporter-core/test/projects/own-report.ts';
import { readOnlyExecution } from '@svc/reporter-core/test/servers/read-execution.ts';
import { runCommand } from '@svc/reporter-core/test/projects/run-command.ts';
import { joinServer, type SharedServer } from '@svc/server/test/server.ts';

// The test starts Jest, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const JEST = `${packageFolder('jest', import.meta.url)}/bin/jest.js`;
const EXAMPLE = fileURLToPath(new URL('../../../examples/jest', import.meta.url));

let server: SharedServer;
beforeAll(async () => {
  server = await joinServer();
});

describe('examples/jest against a real server', () => {
  it('stores every test as Jest itself reports it', async () => {
    const run = await runCommand(JEST, EXAMPLE, {
      args: ['--ci', '--json'],
      env: { SVC_URL: server.url, SVC_API_KEY: server.apiKey, SVC_PROJECT: 'example' },
    });
    expect(run.exitCode).toBe(1);
    const line = /^svc: sent 11 results \(1 flaky, 1 failed\) to \S+\/[0-9a-f-]{36} #1$/m;
    expect(run.stderr).toMatch(line);

    const execution = await readOnlyExecution(server);
    expect(execution).toMatchObject({
      project: 'example',
      framework: 'jest',
      status: 'failed',
      totals: {
        tests: 11,
        passed: 8,
        failed: 1,
        skipped: 2,
        flaky: 1,
        timedOut: 0,
        interrupted: 0,
      },
      environment: { name: 'local', os: process.platform },
    });
    expect(testsOf(execution)).toEqual(testsReported(run.stdout));

    const flaky = execution.results.find((result) => result.flaky);
    expect(flaky?.titlePath).toEqual(['oven', 'is hot enough for bread']);
    expect(flaky?.attempts.map(({ status, errors }) => [status, errors[0]?.message])).toEqual([
      ['failed', 'Error: thermometer: no answer'],
      ['passed', undefined],
    ]);
    const reasons = execution.results.flatMap(({ annotations }) => annotations);
    expect(reasons).toEqual(expect.arrayContaining([{ type: 'skip' }, { type: 'todo' }]));
    const failed = execution.results.find(({ status }) => status === 'failed');
    expect(failed?.attempts[0]?.errors[0]).toMatchObject({
      message: 'Error: expect(received).toEqual(expected) // deep equality',
      diff: expect.stringContaining('+       "pieces": 6,'),
      location: { file: 'examples/jest/src/menu.test.js' },
    });
  });
});
