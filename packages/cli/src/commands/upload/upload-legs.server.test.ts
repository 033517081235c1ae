import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { executionDetail } from '@svc/contract/executions/executions';
import { beforeAll, expect, it } from 'vitest';
import { emptyFolder } from '../../../test/run-svc.ts';
import { joinShopServer, type ShopServer } from '../../../test/shop-server.ts';
import { makeSpooledProject } from '../../../test/spooled-project.ts';

let server: ShopServer;
beforeAll(async () => {
  server = await joinShopServer();
});

// Two jobs of a matrix, with equal GitHub variables and reports without times.
const GITHUB = {
  CI: 'true',
  GITHUB_ACTIONS: 'true',
  GITHUB_RUN_ID: '4242',
  GITHUB_RUN_ATTEMPT: '1',
  GITHUB_JOB: 'test',
  GITHUB_REPOSITORY: 'acme/db',
  GITHUB_SHA: 'a'.repeat(40),
  GITHUB_REF_NAME: 'main',
};

it('counts the tests of both legs of a matrix, and shows the one that fails', async () => {
  expect((await send({ failure: false }, {})).warnings).toEqual([]);
  const second = await send({ failure: true }, {});
  expect(second).toMatchObject({ status: 'failed', accepted: { results: 3, duplicates: 0 } });
  const execution = await read(second.executionId);
  expect(execution).toMatchObject({ status: 'failed', totals: { failed: 1 } });
  expect(execution.results).toHaveLength(6);
  expect(second.stderr).toMatch(/^svc: Another part of this execution .* set SVC_LEG .*\n$/);
  expect(second.warnings).toEqual([WARNING]);
});

it('has the warning in the JSON of saved runs too', async () => {
  const sent = [];
  for (let leg = 1; leg <= 2; leg++) {
    const { directory } = await makeSpooledProject(server.url, 'saved legs');
    const { stdout } = await server.svc(['upload', '--json'], { directory });
    sent.push(...(JSON.parse(stdout) as { sent: { warnings: unknown[] }[] }).sent);
  }
  expect(sent.map(({ warnings }) => warnings)).toEqual([[], [WARNING]]);
});

it('labels them with SVC_LEG, also when both reports are the same', async () => {
  const env = { GITHUB_RUN_ID: '4243' };
  await send({ failure: false }, { ...env, SVC_LEG: 'postgres' });
  const second = await send({ failure: false }, { ...env, SVC_LEG: 'mysql' });
  expect(second.accepted).toEqual({ results: 3, duplicates: 0 });
  expect(second.stderr).toBe('');
  const { results } = await read(second.executionId);
  expect(results.map(({ part }) => part?.leg ?? '').sort()).toEqual([
    ...Array.from({ length: 3 }, () => 'mysql'),
    ...Array.from({ length: 3 }, () => 'postgres'),
  ]);
});

it('counts a report once when the command is repeated', async () => {
  const env = { GITHUB_RUN_ID: '4244' };
  await send({ failure: true }, env);
  const again = await send({ failure: true }, env);
  expect(again.accepted).toEqual({ results: 0, duplicates: 3 });
});

it('counts equal reports of two jobs of one CI run, each once', async () => {
  const env = { GITHUB_RUN_ID: '4245' };
  await send({ failure: false }, { ...env, GITHUB_JOB: 'node-22' });
  const second = await send({ failure: false }, { ...env, GITHUB_JOB: 'node-24' });
  const again = await send({ failure: false }, { ...env, GITHUB_JOB: 'node-24' });
  expect([second.accepted, again.accepted]).toEqual([
    { results: 3, duplicates: 0 },
    { results: 0, duplicates: 3 },
  ]);
});

it('counts files that did not load', async () => {
  const directory = await emptyFolder();
  const unloaded = { name: 'b.test.js', status: 'failed', message: 'no such module' };
  const loaded = {
    name: 'a.test.js',
    status: 'passed',
    message: '',
    assertionResults: [{ ancestorTitles: [], title: 'a', fullName: 'a', status: 'passed' }],
  };
  const testResults = [loaded, { ...unloaded, assertionResults: [] }];
  const counts = { numTotalTestSuites: 2, numTotalTests: 1, numPassedTests: 1, numFailedTests: 0 };
  const report = { ...counts, success: false, startTime: 1_795_000_000_000, testResults };
  await writeFile(join(directory, 'jest.json'), JSON.stringify(report));
  const { stdout } = await server.svc(['upload', 'jest.json', '--project', 'load'], { directory });
  expect(stdout).toContain('1 file failed to load');
});

const WARNING = {
  code: 'PARTS_LOOK_ALIKE',
  message: expect.stringContaining('set SVC_LEG') as string,
};

interface Sent {
  executionId: string;
  status: string;
  accepted: { results: number; duplicates: number };
  warnings: unknown[];
  stderr: string;
}

async function send({ failure }: { failure: boolean }, env: Record<string, string>): Promise<Sent> {
  const directory = await emptyFolder();
  const cases = ['a', 'b', 'c'].map((name) => {
    const inside = failure && name === 'a' ? '<failure message="refused"/>' : '';
    return `<testcase classname="db" name="${name}">${inside}</testcase>`;
  });
  const report = `<testsuite name="db">${cases.join('')}</testsuite>`;
  await writeFile(join(directory, 'junit.xml'), report);
  const { stdout, stderr } = await server.svc(['upload', 'junit.xml', '--json'], {
    directory,
    env: { ...GITHUB, ...env },
  });
  const { sent, warnings } = JSON.parse(stdout) as { sent: Sent; warnings: unknown[] };
  return { ...sent, warnings, stderr };
}

async function read(id: string) {
  return executionDetail.parse(await server.data(`executions/${id}`));
}
