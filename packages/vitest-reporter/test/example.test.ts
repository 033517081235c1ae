import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { packageFolder } from '@svc/reporter-core/test/projects/fixture-folder.ts';
import { testsOf, testsReported } from '@svc/reporter-core/test/projects/own-report.ts';
import { readOnlyExecution } from '@svc/reporter-core/test/servers/read-execution.ts';
import { runCommand } from '@svc/reporter-core/test/projects/run-command.ts';
import { joinServer, type SharedServer } from '@svc/server/test/server.ts';

// Each test starts Vitest several times, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const VITEST = join(packageFolder('vitest', import.meta.url), 'vitest.mjs');
const EXAMPLE = fileURLToPath(new URL('../../../examples/vitest', import.meta.url));

let server: SharedServer;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-example-'));
  server = await joinServer();
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('examples/vitest against a real server', () => {
  it('stores every test as Vitest itself reports it', async () => {
    const sent = await runCommand(VITEST, EXAMPLE, {
      args: ['run'],
      env: {
        SVC_URL: server.url,
        SVC_API_KEY: server.apiKey,
        SVC_PROJECT: 'example',
        SVC_LOCATIONS: 'true',
        // Vitest 5 writes files there.
        HOME: folder,
      },
    });
    const report = join(folder, 'report.json');
    const own = await runCommand(VITEST, EXAMPLE, {
      args: ['run', '--reporter=json', `--outputFile=${report}`, '--includeTaskLocation'],
      env: { HOME: folder },
    });
    expect([sent.exitCode, own.exitCode]).toEqual([1, 1]);
    expect(sent.stderr).toMatch(
      /^svc: sent 13 results \(1 flaky, 1 failed\) to \S+\/[0-9a-f-]{36} #1$/m,
    );

    const execution = await readOnlyExecution(server);
    expect(execution).toMatchObject({
      project: 'example',
      framework: 'vitest',
      status: 'failed',
      totals: {
        tests: 13,
        passed: 9,
        failed: 1,
        skipped: 3,
        flaky: 1,
        timedOut: 0,
        interrupted: 0,
      },
      environment: { name: 'local', os: process.platform },
    });
    expect(testsOf(execution)).toEqual(testsReported(readFileSync(report, 'utf8')));

    const flaky = execution.results.find((result) => result.flaky);
    expect(flaky?.titlePath).toEqual(['stock', 'knows how much tea is left']);
    expect(flaky?.attempts.map(({ status, errors }) => [status, errors[0]?.message])).toEqual([
      ['failed', 'Error: warehouse: connection reset'],
      ['passed', undefined],
    ]);
    const reasons = execution.results.flatMap(({ annotations }) => annotations);
    expect(reasons).toContainEqual({ type: 'skip', description: 'the till has no clock yet' });
    expect(reasons).toContainEqual({ type: 'todo' });
    const failed = execution.results.find(({ status }) => status === 'failed');
    expect(failed?.attempts[0]?.errors[0]).toMatchObject({
      message: 'AssertionError: expected 2249 to be 2250 // Object.is equality',
      expected: '2250',
      actual: '2249',
      location: { file: 'examples/vitest/src/cart.test.ts' },
    });
  });
});
