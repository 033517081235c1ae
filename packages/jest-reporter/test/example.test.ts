import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ExecutionDetail } from '@svc/contract/executions';
import { packageFolder } from '@svc/reporter-core/test/fixture-folder.ts';
import { readOnlyExecution } from '@svc/reporter-core/test/read-execution.ts';
import { startServer, type TestServer } from '@svc/server/test/server.ts';

// It starts Jest anew, and machines may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const EXAMPLE = fileURLToPath(new URL('../../../examples/jest', import.meta.url));

/** What Jest's own JSON report says of one test. */
interface Reported {
  ancestorTitles: string[];
  title: string;
  status: string;
  location: { line: number; column: number };
  failureMessages: string[];
}

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

describe('examples/jest against a real server', () => {
  it('can be read back test by test as Jest itself reports it', async () => {
    const run = await runExample();
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
    expect(execution.results.map(ofSvc).sort()).toEqual(reportedTests(run.stdout).sort());

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

/** One test as text, so that two lists can be held against each other. */
function ofSvc(result: ExecutionDetail['results'][number]): string {
  const { titlePath, status, line, column, attempts } = result;
  const message = status === 'failed' ? attempts.at(-1)?.errors[0]?.message : undefined;
  return JSON.stringify([titlePath, status, line, column, message]);
}

function reportedTests(report: string): string[] {
  const { testResults }: { testResults: { assertionResults: Reported[] }[] } = JSON.parse(report);
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  return tests.map(({ ancestorTitles, title, status, location, failureMessages }) => {
    const ended = status === 'todo' || status === 'pending' ? 'skipped' : status;
    const message = ended === 'failed' ? failureMessages[0]?.split('\n')[0] : undefined;
    const titlePath = [...ancestorTitles, title];
    return JSON.stringify([titlePath, ended, location.line, location.column, message]);
  });
}

function runExample(): Promise<{ exitCode: number | null; stdout: string; stderr: string }> {
  const cli = `${packageFolder('jest', import.meta.url)}/bin/jest.js`;
  const settings = {
    cwd: EXAMPLE,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      NO_COLOR: '1',
      SVC_URL: server.url,
      SVC_API_KEY: server.apiKey,
      SVC_PROJECT: 'example',
    },
  };
  return new Promise((resolve) => {
    const args = [cli, '--ci', '--json'];
    const child = execFile(process.execPath, args, settings, (_, stdout, stderr) => {
      resolve({ exitCode: child.exitCode, stdout, stderr });
    });
  });
}
