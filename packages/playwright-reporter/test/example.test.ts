import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ExecutionDetail } from '@svc/contract/executions/executions';
import { packageFolder } from '@svc/reporter-core/test/projects/fixture-folder.ts';
import { readOnlyExecution } from '@svc/reporter-core/test/servers/read-execution.ts';
import { runCommand, svcLines } from '@svc/reporter-core/test/projects/run-command.ts';
import { freePort, joinServer, type SharedServer } from '@svc/server/test/server.ts';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';

// The test unpacks a browser and starts it several times, and the machine may be busy.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

const EXAMPLE = fileURLToPath(new URL('../../../examples/playwright', import.meta.url));

let server: SharedServer;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-example-'));
  server = await joinServer();
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('examples/playwright against a real server', () => {
  it('stores every test as Playwright itself reports it', async () => {
    const report = join(folder, 'report.json');
    const run = await runCommand(
      join(packageFolder('@playwright/test', import.meta.url), 'cli.js'),
      EXAMPLE,
      {
        args: ['test', '--add-reporter=json', `--output=${join(folder, 'output')}`],
        env: {
          SVC_URL: server.url,
          SVC_API_KEY: server.apiKey,
          SVC_PROJECT: 'example',
          PLAYWRIGHT_JSON_OUTPUT_FILE: report,
          PORT: String(await freePort()),
          HOME: folder,
          // The browser unpacks itself into this folder.
          TMPDIR: folder,
        },
      },
    );
    expect(svcLines(run)).toContainEqual(
      expect.stringMatching(/^svc: sent 10 results \(1 flaky, 1 failed\) to /),
    );
    expect(run.exitCode).toBe(1);

    const execution = await readOnlyExecution(server);
    expect(execution).toMatchObject({
      project: 'example',
      framework: 'playwright',
      status: 'failed',
      totals: {
        tests: 10,
        passed: 7,
        failed: 1,
        skipped: 2,
        flaky: 1,
        timedOut: 0,
        interrupted: 0,
      },
    });
    const own: JSONReport = JSON.parse(readFileSync(report, 'utf8'));
    expect(execution.results.map(ofSvc).sort()).toEqual(own.suites.flatMap(ofFile).sort());

    const failed = execution.results.find(({ status }) => status === 'failed');
    expect(failed?.attempts[0]?.errors[0]).toMatchObject({
      message: expect.stringContaining('Error: expect(locator).toHaveText(expected) failed'),
      expected: '"3 pieces, € 30.60"',
      actual: '"3 pieces, € 30.59"',
      location: { file: 'examples/playwright/tests/cart.spec.ts', line: 15 },
    });
    expect(failed?.attempts[0]?.steps.map(({ title }) => title)).toContain(
      'put 2 × Assam into the cart',
    );
    expect(artifactsOf(execution, failed?.id)).toEqual([
      '1 error-context log',
      '1 screenshot screenshot',
      '1 trace trace',
      '2 error-context log',
      '2 screenshot screenshot',
      '2 trace trace',
    ]);
  });
});

function artifactsOf({ artifacts }: ExecutionDetail, resultId: string | undefined): string[] {
  return artifacts
    .filter((artifact) => artifact.resultId === resultId)
    .map(({ attempt, name, kind }) => `${attempt} ${name} ${kind}`)
    .sort();
}

/** One test as a text, for comparing two lists. */
function ofSvc(result: ExecutionDetail['results'][number]): string {
  const { titlePath, variant, status, line, column, attempts, tags } = result;
  const messages = attempts.map(({ errors }) => errors[0]?.message ?? null);
  const ended = result.flaky ? 'flaky' : status;
  return JSON.stringify([titlePath, variant, ended, line, column, tags, messages]);
}

const STATUSES = { expected: 'passed', unexpected: 'failed', flaky: 'flaky', skipped: 'skipped' };

function ofFile({ specs, suites = [] }: JSONReportSuite): string[] {
  return [...inSuite([], specs), ...suites.flatMap((suite) => ofSuite([], suite))];
}

function ofSuite(titles: string[], { title, specs, suites = [] }: JSONReportSuite): string[] {
  const path = [...titles, title];
  return [...inSuite(path, specs), ...suites.flatMap((suite) => ofSuite(path, suite))];
}

function inSuite(titles: string[], specs: JSONReportSuite['specs']): string[] {
  return specs.flatMap(({ title, line, column, tags, tests }) =>
    tests.map(({ projectName, status, results }) => {
      const messages = results.map(({ error }) =>
        error?.message === undefined ? null : stripVTControlCharacters(error.message),
      );
      const facts = [[...titles, title], projectName, STATUSES[status], line, column, tags];
      return JSON.stringify([...facts, messages]);
    }),
  );
}
