import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import {
  findUnusedAddress,
  answering,
  startAnsweringServer,
  trpcError,
} from '@svc/client/test/answering-server.ts';
import { buildApiKey } from '@svc/contract/zod-free/api-key-text';
import { expect, it, onTestFinished } from 'vitest';
import { makeExecution } from '../test/samples/make-execution.ts';
import { makeFlakyTest } from '../test/samples/make-flaky-test.ts';
import { makeSpooledProject } from '../test/spooled-project.ts';
import { emptyFolder, runSvc, spawnSvc, SVC, svcEnv } from '../test/run-svc.ts';

const KEY = buildApiKey('0TestKeyOfTheRepositoryItself0');

async function serverThat(...answer: Parameters<typeof answering>) {
  const server = await startAnsweringServer(answering(...answer));
  onTestFinished(() => server.close());
  return { SVC_URL: server.url, SVC_API_KEY: KEY };
}

it.each(['--version', '-V', '--help', 'help exit-codes', 'executons'])(
  'prints as a process what it prints in another one: svc %s',
  async (words) => {
    const args = words.split(' ');
    expect(await spawnSvc(args)).toEqual(await runSvc(args));
  },
);

it('has jq in its bundle', async () => {
  const args = ['help', 'json', '--jq', '.version'];
  expect(await spawnSvc(args)).toEqual({ status: 0, stdout: '1\n', stderr: '' });
});

it('passes the exit status of the program on', async () => {
  const unauthorized = await serverThat(401, trpcError('UNAUTHORIZED', 'No such key.'));
  expect(await spawnSvc(['executions'], { env: unauthorized })).toEqual({
    status: 3,
    stdout: '',
    stderr:
      'svc: No such key\ntry: set SVC_API_KEY to a valid key, then run svc doctor\n' +
      `see: ${unauthorized.SVC_URL}/docs/operate/troubleshooting#rejected-the-api-key-401\n`,
  });
  const nobody = { SVC_URL: await findUnusedAddress(), SVC_API_KEY: KEY };
  expect(await spawnSvc(['executions'], { env: nobody })).toMatchObject({ status: 4, stdout: '' });
});

it.each([
  ['--help', 0, /\bUsage: svc\b/],
  ['executions', 4, /^svc: svc itself failed: .*\ntry: .*\n$/],
])('prints no stack where the current folder is deleted: svc %s', async (word, status, printed) => {
  const { NODE_OPTIONS: _, ...env } = await svcEnv();
  const script = 'rmdir "$PWD" && exec "$0" "$1" "$2" 2>&1';
  const child = spawn('sh', ['-c', script, process.execPath, SVC, word], {
    cwd: await emptyFolder(),
    env,
  });
  const [stdout] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  expect(stdout).toMatch(printed);
  expect(child.exitCode).toBe(status);
});

it('exits with 130 when it is interrupted', async () => {
  const asked = Promise.withResolvers<void>();
  const server = await startAnsweringServer(() => asked.resolve());
  onTestFinished(() => server.close());
  const child = spawn(process.execPath, [SVC, 'executions'], {
    cwd: await emptyFolder(),
    env: await svcEnv({ SVC_URL: server.url, SVC_API_KEY: KEY }),
    stdio: 'ignore',
  });
  await asked.promise;
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([130, null]);
});

it('returns a saved run to the spool when it is interrupted', async () => {
  const asked = Promise.withResolvers<void>();
  const hung = await startAnsweringServer(() => asked.resolve());
  onTestFinished(() => hung.close());
  const { directory, spool } = await makeSpooledProject(hung.url, 'a');
  const before = await readdir(spool);
  const child = spawn(process.execPath, [SVC, 'upload'], {
    cwd: directory,
    env: await svcEnv({ SVC_URL: hung.url, SVC_API_KEY: KEY }),
    stdio: 'ignore',
  });
  await asked.promise;
  expect(await readdir(spool)).not.toEqual(before);
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([130, null]);
  expect(await readdir(spool)).toEqual(before);
});

it.each([
  ['executions --json --limit 22 | head -c 10', '{\n  "items'],
  ['--version | true', ''],
  ['--help | true', ''],
])('ends quietly when nobody reads on: svc %s', async (command, stdout) => {
  const items = Array.from({ length: 22 }, () => makeExecution());
  const env = await svcEnv(
    await serverThat(200, { result: { data: { items, nextCursor: null } } }),
  );
  const script = `set -o pipefail; "$0" "$1" ${command}`;
  const run = promisify(execFile)('bash', ['-c', script, process.execPath, SVC], { env });
  expect(await run).toEqual({ stdout, stderr: '' });
});

it('keeps its exit status when nobody reads the answer', async () => {
  const data = {
    items: [makeFlakyTest()],
    nextCursor: null,
    source: 'ci',
    total: { tests: 1, impact: 0 },
  };
  const env = await svcEnv(await serverThat(200, { result: { data } }));
  const args = ['flaky', '--project', 'shop', '--fail-on', 'flaky', '-q'];
  const child = spawn(process.execPath, [SVC, ...args], { env });
  child.stdout.destroy();
  const [stderr] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect({ stderr, status: child.exitCode }).toEqual({ stderr: '', status: 1 });
});

it.runIf(process.platform === 'linux')('reports a full disk, and no stack', async () => {
  const env = await svcEnv(
    await serverThat(200, { result: { data: { items: [], nextCursor: null } } }),
  );
  const command = '"$0" "$1" executions --project shop --json > /dev/full; echo $?';
  const run = promisify(execFile)('bash', ['-c', command, process.execPath, SVC], { env });
  expect(await run).toEqual({
    stdout: '4\n',
    stderr: expect.stringMatching(
      /^svc: cannot write the answer to stdout: ENOSPC: no space left on device, write\ntry: .+\n$/,
    ),
  });
});

it.each([
  ['Asia/Tokyo', { timezone: 'Asia/Tokyo' }],
  // Node knows no name for it.
  ['UTC+2', {}],
])('asks in the time zone of the machine: %s', async (TZ, expected) => {
  const asked: unknown[] = [];
  const server = await startAnsweringServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://server');
    asked.push(JSON.parse(url.searchParams.get('input') ?? ''));
    answering(400, trpcError('BAD_REQUEST', 'no'))(request, response);
  });
  onTestFinished(() => server.close());
  const env = { SVC_URL: server.url, SVC_API_KEY: KEY, TZ };
  await spawnSvc(['trends', '--project', 'shop'], { env });
  const [{ timezone }] = asked as [{ timezone?: string }];
  expect({ ...(timezone !== undefined && { timezone }) }).toEqual(expected);
});
