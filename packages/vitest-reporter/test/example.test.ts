import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ExecutionDetail, executionDetail } from '@svc/contract/executions';
import { startServer, type TestServer } from '@svc/server/test/server.ts';

// Each test starts Vitest anew, several times, and machines may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const EXAMPLE = fileURLToPath(new URL('../../../examples/vitest', import.meta.url));

/** What Vitest's own JSON report says of one test. */
interface Reported {
  ancestorTitles: string[];
  title: string;
  status: string;
  location?: { line: number; column: number };
  failureMessages: string[];
}

let server: TestServer;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-example-'));
  server = await startServer();
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

describe('examples/vitest against a real server', () => {
  it('can be read back test by test as Vitest itself reports it', async () => {
    const env = { SVC_URL: server.url, SVC_API_KEY: server.apiKey, SVC_PROJECT: 'example' };
    const sent = await runExample([], { ...env, SVC_LOCATIONS: 'true' });
    const report = join(folder, 'report.json');
    const own = await runExample([
      '--reporter=json',
      `--outputFile=${report}`,
      '--includeTaskLocation',
    ]);
    expect([sent.exitCode, own.exitCode]).toEqual([1, 1]);
    const line = /^svc: sent 13 results \(1 flaky, 1 failed\) to \S+\/([0-9a-f-]{36}) #1$/m;
    expect(sent.stderr).toMatch(line);

    const execution = await read(line.exec(sent.stderr)?.[1] ?? '');
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
    expect(execution.results.map(ofSvc).sort()).toEqual(
      reportedTests(readFileSync(report, 'utf8')).sort(),
    );

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

async function read(id: string): Promise<ExecutionDetail> {
  const response = await fetch(`${server.url}/api/executions/${id}`, {
    headers: { authorization: `Bearer ${server.apiKey}` },
  });
  const { data }: { data: unknown } = JSON.parse(await response.text());
  return executionDetail.parse(data);
}

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
    return JSON.stringify([
      [...ancestorTitles, title],
      ended,
      location?.line,
      location?.column,
      message,
    ]);
  });
}

function runExample(
  args: string[],
  env: Record<string, string> = {},
): Promise<{ exitCode: number | null; stderr: string }> {
  const cli = fileURLToPath(import.meta.resolve('vitest/package.json')).replace(
    'package.json',
    'vitest.mjs',
  );
  const settings = {
    cwd: EXAMPLE,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], NO_COLOR: '1', ...env },
  };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [cli, 'run', ...args], settings, (_, __, stderr) => {
      resolve({ exitCode: child.exitCode, stderr });
    });
  });
}
