import { once } from 'node:events';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { spawnAction } from './run-action.ts';

/** The committed bundle as a process. What it does is tested in the other files, from source. */
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-action-bundle-'));
  mkdirSync(join(folder, 'reports'));
  writeFileSync(
    join(folder, 'reports', 'junit.xml'),
    '<testsuites name="vitest tests"><testsuite name="src/cart.test.ts"><testcase classname="src/cart.test.ts" name="adds" time="0.1"><failure message="expected 1 to be 2"/></testcase></testsuite></testsuites>',
  );
});

it('prepares a job and ends well', async () => {
  const run = await spawnAction(
    { folder, inputs: { 'api-key': 'svc_secret' }, matrix: { node: 24 } },
    'pre',
  );
  expect(run.exitCode).toBe(0);
  expect(run.exported).toEqual({ SVC_LEG: '24' });
  expect(run.log).toBe('::add-mask::svc_secret\nSVC_LEG=24\n');
});

it('reports files of the current and the home folder, and ends with 1 if the step fails', async () => {
  const home = mkdtempSync(join(tmpdir(), 'svc-action-home-'));
  writeFileSync(join(home, 'broken.xml'), '<testsuites>');
  const run = await spawnAction({
    folder,
    inputs: { files: 'reports/*.xml\n~/*.xml', 'fail-on': 'failures' },
    env: { HOME: home, GITHUB_WORKSPACE: undefined },
  });
  expect(run.exitCode).toBe(1);
  expect(run.annotations.map((line) => line.split(' | ')[0])).toEqual([
    'notice',
    'error',
    'error',
    'error',
  ]);
  expect(run.annotations.at(-1)).toBe('error | svc: 1 test failed (fail-on: failures)');
  expect(run.outputs).toMatchObject({ status: 'failed', failed: '1' });
  expect(run.summary).toContain('1 of 1 test failed');
});

it('goes through a proxy with NODE_USE_ENV_PROXY, as Node does', async () => {
  const asked: string[] = [];
  const proxy = createServer((request, response) => {
    asked.push(request.url ?? '');
    // An error of the server would be tried again for half a minute.
    response.writeHead(403).end();
  });
  proxy.on('connect', (request, socket) => {
    asked.push(request.url ?? '');
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const run = await spawnAction({
    folder,
    inputs: { url: 'http://svc.example', 'api-key': 'svc_secret', files: 'reports/*.xml' },
    env: { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: address, HTTPS_PROXY: address },
  });
  expect(run.exitCode).toBe(0);
  expect(asked[0]).toBe('http://svc.example/api/ingest');
});
