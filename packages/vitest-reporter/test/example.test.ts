import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { packageFolder } from '@svc/reporter-core/test/projects/fixture-folder.ts';
import { testsOf, testsReported } from '@svc/reporter-core/test/projects/own-report.ts';
import { readOnlyExecution } from '@svc/reporter-core/test/servers/read-execution.ts';
import { runCommand } from '@svc/reporter-core/test/projects/run-command.ts';
import { joinServer, type SharedServer } from '@svc/server/test/server.ts';

// The test starts Vitest, and the machine may be busy.
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
    const report = join(folder, 'report.json');
    const config = join(folder, 'with-json.config.mts');
    writeFileSync(config, withJson(report));
    const run = await runCommand(VITEST, EXAMPLE, {
      args: ['run', `--config=${config}`, `--root=${EXAMPLE}`],
      env: {
        SVC_URL: server.url,
        SVC_API_KEY: server.apiKey,
        SVC_PROJECT: 'example',
        SVC_LOCATIONS: 'true',
        // Vitest 5 writes files there.
        HOME: folder,
      },
    });
    expect(run.exitCode).toBe(1);
    expect(run.stderr).toMatch(
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

/** The configuration of the example, with Vitest's own report. */
function withJson(report: string): string {
  return `import example from ${JSON.stringify(join(EXAMPLE, 'vitest.config.ts'))};
const { test } = example;
const reporters = [...test.reporters, ['json', { outputFile: ${JSON.stringify(report)} }]];
export default { ...example, test: { ...test, reporters } };
`;
}
