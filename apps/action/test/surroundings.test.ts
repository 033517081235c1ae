import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { joinServerHere, type JoinedServer } from '@svc/server/test/server-here.ts';
import type { Waits } from '../src/world.ts';
import { IMPATIENT, runAction, type ActionRun } from './run-action.ts';
import { testClock } from '@svc/server/test/clock.ts';

const COMMIT = 'c0ffee0000000000000000000000000000000006';

let server: JoinedServer;
let folder: string;
let runId = 6000;

beforeAll(async () => {
  server = await joinServerHere();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-action-around-'));
  runId++;
  writeReport('<failure message="expected 1 to be 2"/>');
});
afterEach(() => rmSync(folder, { recursive: true }));

function writeReport(outcome: string, title = 'adds'): void {
  mkdirSync(join(folder, 'reports'), { recursive: true });
  writeFileSync(
    join(folder, 'reports', 'junit.xml'),
    `<testsuites name="vitest tests"><testsuite name="src/cart.test.ts"><testcase classname="src/cart.test.ts" name="${title}" time="0.1">${outcome}</testcase></testsuite></testsuites>`,
  );
}

function action(
  inputs: Record<string, string> = {},
  env: Record<string, string | undefined> = {},
  waits?: Partial<Waits>,
): Promise<ActionRun> {
  return runAction({
    folder,
    waits,
    server,
    inputs: { project: 'surroundings', files: 'reports/*.xml', ...inputs },
    event: { repository: { full_name: 'acme/shop', default_branch: 'main' } },
    env: { GITHUB_SHA: COMMIT, GITHUB_RUN_ID: String(runId), ...env },
  });
}

describe('a runner that lacks something', () => {
  it.each<[string, Record<string, string | undefined>, string | undefined]>([
    ['no summary', { GITHUB_STEP_SUMMARY: undefined }, undefined],
    [
      'a summary that is not there',
      { GITHUB_STEP_SUMMARY: '/nowhere/summary' },
      'The summary was not',
    ],
    [
      'outputs that are not there',
      { GITHUB_OUTPUT: '/nowhere/output' },
      'The outputs were not set',
    ],
    ['no event', { GITHUB_EVENT_PATH: undefined }, undefined],
    ['an event that is not there', { GITHUB_EVENT_PATH: '/nowhere/event.json' }, undefined],
    ['a broken event', { GITHUB_EVENT_PATH: '<folder>/reports/junit.xml' }, undefined],
    ['no workspace', { GITHUB_WORKSPACE: undefined }, undefined],
    ['no repository', { GITHUB_REPOSITORY: undefined, GITHUB_SHA: undefined }, undefined],
  ])('decides all the same with %s', async (_, lacks, said) => {
    const env = Object.entries(lacks).map(([name, value]) => [
      name,
      value?.replace('<folder>', folder),
    ]);
    const run = await action({ 'fail-on': 'failures' }, Object.fromEntries(env));
    expect(run.annotations.at(-1)).toBe('error | svc: 1 test failed (fail-on: failures)');
    expect(run.exitCode).toBe(1);
    const warnings = run.annotations.filter((line) => line.startsWith('warning'));
    expect(warnings.map((line) => line.split(' | ')[2]?.slice(0, said?.length))).toEqual(
      said === undefined ? [] : [said],
    );
  });

  it('fails on a misspelt fail-on without a place for the outputs', async () => {
    const run = await action({ 'fail-on': 'regresions' }, { GITHUB_OUTPUT: undefined });
    expect(run.exitCode).toBe(1);
    expect(run.annotations[0]).toContain("fail-on 'regresions' is not one of");
  });

  it('lets the job go on that it cannot prepare', async () => {
    const run = await runAction(
      { folder, matrix: { node: 24 }, env: { GITHUB_ENV: '/nowhere/env' } },
      'pre',
    );
    expect(run.exitCode).toBe(0);
    expect(run.annotations[0]).toMatch(/^warning \| svc did not prepare the job: /);
  });

  it('tells Dependabot where its secrets are', async () => {
    const run = await action({ 'api-key': '' }, { GITHUB_ACTOR: 'dependabot[bot]' });
    expect(run.annotations[0]).toContain('set SVC_API_KEY among the Dependabot secrets');
  });
});

describe('a server that is none', () => {
  it.each<[string, RequestListener, string]>([
    [
      'answers a page',
      (_, response) => response.end('<!doctype html>'),
      'is not from an svc server',
    ],
    [
      'fails',
      (_, response) =>
        response.writeHead(500, { 'content-type': 'text/html' }).end('<h1>*Oops*</h1>'),
      '500',
    ],
    ['never answers', () => {}, 'no sign of life'],
    ['hangs up', (request) => request.socket.destroy(), 'connection'],
  ])('goes on when it %s', async (_, listener, said) => {
    const url = await startServing(listener);
    const run = await action({ url }, {}, IMPATIENT);
    expect(run.exitCode).toBe(0);
    expect(run.annotations.find((line) => line.startsWith('warning'))).toContain(said);
    expect(run.outputs).toMatchObject({ status: 'failed', failed: '1', gate: '' });
    expect(run.summary).toContain('1 of 1 test failed');
  });

  it('goes on when it stops answering after the upload', async () => {
    const url = await startServing((request, response) => {
      if (request.url !== '/api/ingest') return;
      const answer = {
        executionId: '0190a217-cb15-7045-98ef-0b5308ac7784',
        number: 1,
        url: 'http://svc.example/executions/1',
        status: 'failed',
        accepted: { results: 1, duplicates: 0 },
        uploads: [],
        refusedUploads: [],
        ignoredFields: [],
      };
      request.resume().on('end', () => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ success: true, data: answer }));
      });
    });
    const run = await action({ url }, {}, IMPATIENT);
    expect(run.exitCode).toBe(0);
    expect(run.annotations[0]).toMatch(
      /no results from the server: .* did not answer within 0\.3 s/,
    );
    expect(run.outputs).toMatchObject({ status: 'failed', failed: '1' });
  });
});

async function startServing(listener: RequestListener): Promise<string> {
  const serving = createServer(listener).listen(0, '127.0.0.1');
  await once(serving, 'listening');
  onTestFinished(() => {
    serving.closeAllConnections();
    serving.close();
  });
  return `http://127.0.0.1:${(serving.address() as AddressInfo).port}`;
}

it('compares a second attempt on main with the run before, and not with the first attempt', async () => {
  const project = `rerun-${runId}`;
  const attempt = (number: string, id: string) =>
    action({ project }, { GITHUB_RUN_ATTEMPT: number, GITHUB_RUN_ID: id });
  writeReport('');
  expect((await attempt('1', '100')).outputs['status']).toBe('passed');
  writeReport('<failure message="expected 1 to be 2"/>');
  const first = await attempt('1', '101');
  const second = await attempt('2', '101');
  expect([first.outputs['regressions'], second.outputs['regressions']]).toEqual(['1', '1']);
  expect(second.outputs['execution-id']).not.toBe(first.outputs['execution-id']);
});

it('does not pass on one job that was run again while another one stays failed', async () => {
  const project = `partly-${runId}`;
  const send = async (name: string, attempt: number, status: 'passed' | 'failed') => {
    const body = {
      version: 1,
      execution: {
        key: `github:${runId}:${attempt}:${name}`,
        project,
        name,
        framework: 'vitest',
        reporter: { name: 'test', version: '1' },
        status,
        startedAt: testClock.now().toISOString(),
        durationMs: 5,
        git: { commit: COMMIT },
        ci: { provider: 'github', runId: String(runId), runAttempt: attempt },
      },
      results: [{ titlePath: ['adds'], file: 'src/cart.test.ts', status, durationMs: 1 }],
    };
    const headers = {
      authorization: `Bearer ${server.apiKey}`,
      'content-type': 'application/json',
    };
    const sent = { method: 'POST', headers, body: JSON.stringify(body) };
    expect((await fetch(`${server.url}/api/ingest`, sent)).status).toBe(200);
  };
  const second = () =>
    action(
      { project, files: '', 'fail-on': 'failures', 'if-undecided': 'error' },
      { GITHUB_RUN_ATTEMPT: '2' },
    );
  await send('unit', 1, 'failed');
  await send('e2e', 1, 'failed');
  await send('lint', 1, 'passed');
  await send('unit', 2, 'passed');
  const partly = await second();
  expect(partly.exitCode).toBe(1);
  expect(partly.annotations.at(-1)).toBe(
    `error | svc: fail-on: failures cannot be decided, because an earlier attempt did not pass, and has not been run again: ${project} #2 e2e (if-undecided: error)`,
  );
  await send('e2e', 2, 'passed');
  expect((await second()).exitCode).toBe(0);
});

it('does not obey a command in the name of a project or a file', async () => {
  writeFileSync(join(folder, 'reports', '::error::owned.xml'), '');
  const run = await action({ project: '::error::owned' });
  expect(run.outputs['status']).toBe('failed');
  expect(run.annotations.filter((line) => line.startsWith('error | owned'))).toEqual([]);
});

it('annotates failures of a leg and a file whose names hold control characters', async () => {
  const file = 'cart\u200e.test.ts';
  mkdirSync(join(folder, '.git'));
  writeFileSync(join(folder, file), '');
  writeFileSync(
    join(folder, 'reports', 'junit.xml'),
    `<testsuites name="vitest tests"><testsuite name="${file}"><testcase classname="${file}" name="adds" time="0.1"><failure message="no"/></testcase></testsuite></testsuites>`,
  );
  const run = await action({ 'api-key': '' }, { SVC_LEG: 'my\tsql' });
  expect(run.annotations.filter((line) => line.startsWith('error'))).toEqual([
    `error | title=adds,file=${file} | no`,
  ]);
});
