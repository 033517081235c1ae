import { gzipSync } from 'node:zlib';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  findUnusedAddress,
  answering,
  startAnsweringServer,
  trpcError,
} from '@svc/client/test/answering-server.ts';
import type { Analysis } from '@svc/contract/analysis/analyses';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { emptyFolder, runSvc } from '../../../test/run-svc.ts';
import { joinShopServer, type ShopServer } from '../../../test/shop-server.ts';

const LOG = `2026-11-20T10:00:00.0000000Z ##[group]Run npm ci
2026-11-20T10:00:04.0000000Z npm ERR! code ECONNRESET
2026-11-20T10:00:04.0000000Z npm ERR! network read ECONNRESET
2026-11-20T10:00:04.0000000Z ##[error]Process completed with exit code 1.
`;

let server: ShopServer;
let directory: string;
beforeAll(async () => {
  server = await joinShopServer();
  directory = await emptyFolder();
  await writeFile(join(directory, 'build.log'), LOG);
  await writeFile(join(directory, 'fine.log'), 'all is well\n');
  await writeFile(join(directory, 'empty.log'), ' \n');
  await writeFile(
    join(directory, 'binary.log'),
    Uint8Array.from({ length: 4_096 }, (_, at) => at % 251),
  );
  await writeFile(join(directory, 'build.log.gz'), gzipSync(LOG));
  await writeFile(join(directory, 'large.log'), Buffer.alloc(5 * 1024 * 1024 + 1, 'a'));
  await writeFile(join(directory, 'utf16.log'), Buffer.from(`\ufeff${LOG}`, 'utf16le'));
});

it('asks the server about a log, and says so in the first line', async () => {
  const { status, stdout, stderr } = await server.svc(['analyze', '--log', 'build.log'], {
    directory,
    env: { COLUMNS: '100' },
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout.split('\n', 1)).toEqual([`build.log  judged by ${server.url}  1 failure`]);
  expect(stdout).toMatch(/^! INFRA {2}\d\d % sure$/m);
  expect(stdout).toContain('npm ERR! code ECONNRESET');
});

it('sends no secret of the log, which a verdict may quote', async () => {
  const secret = 'hunter2-of-the-registry';
  const input = `npm ERR! code ECONNRESET https://registry.test/?key=${secret}\n`;
  const run = await server.svc(['analyze', '--log', '-', '--json'], {
    input,
    env: { NPM_TOKEN: secret },
  });
  expect(run.status).toBe(0);
  expect(run.stdout).not.toContain(secret);
  expect(run.stdout).toContain('[redacted NPM_TOKEN]');
});

it('masks secrets of a log that it judges here', async () => {
  const secret = 'npm_secret_of_this_test_1234567890';
  const input = `npm ERR! code ECONNRESET https://registry.test/?key=${secret}\n`;
  const { stdout } = await runSvc(['analyze', '--log', '-', '--offline', '--json'], {
    directory,
    input,
    env: { NPM_TOKEN: secret },
  });
  expect(stdout).not.toContain(secret);
  expect(stdout).toContain('[redacted NPM_TOKEN]');
});

it.each([
  ['no key', [], ', because no API key is set', {}],
  ['--offline', ['--offline'], '', { SVC_API_KEY: 'svc_mistyped' }],
])('judges a log here with %s', async (_, flags, why, env) => {
  const args = ['analyze', '--log', 'build.log', ...flags];
  const options = { directory, env: { ...env, SVC_URL: 'http://127.0.0.1:9' } };
  const { status, stdout, stderr } = await runSvc(args, options);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout.split('\n', 1)).toEqual([
    `build.log  judged on this machine without history${why}  1 failure`,
  ]);
  expect(stdout).toMatch(/^! INFRA {2}\d\d % sure$/m);
  expect(stdout).toContain('The job failed before any test ran: the step npm ci');
});

async function analysisOfLog(...flags: string[]): Promise<Partial<Analysis>> {
  const args = ['analyze', '--log', 'build.log', '--json', ...flags];
  return JSON.parse((await server.svc(args, { directory })).stdout) as Partial<Analysis>;
}

it('gives the same verdict here and there, in the same form', async () => {
  const there = await analysisOfLog();
  const here = await analysisOfLog('--offline');
  const { id, ...withoutId } = there;
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(Object.keys(here).toSorted()).toEqual(Object.keys(withoutId).toSorted());
  for (const field of ['classification', 'confidence', 'evidence', 'summary'] as const) {
    expect(here[field]).toEqual(there[field]);
  }
});

it('reads stdin, any encoding, and stops a script', async () => {
  const args = ['analyze', '--log', '-', '--offline', '--fail-on', 'infra'];
  const piped = await runSvc(args, { input: LOG });
  expect([piped.status, piped.stderr]).toEqual([1, 'svc: --fail-on infra: 1 failure\n']);
  expect(piped.stdout).toMatch(/^stdin {2}judged on this machine without history {2}1 failure\n/);
  const utf16 = await runSvc(['analyze', '--log', 'utf16.log'], { directory });
  expect(utf16.stdout).toContain('! INFRA');
});

it('says that a log has no error', async () => {
  const here = await runSvc(['analyze', '--log', 'fine.log'], { directory });
  expect(here).toEqual({
    status: 0,
    stdout:
      '! nothing to analyze: no error found in fine.log (judged on this machine without history, because no API key is set)\n',
    stderr: '',
  });
  const there = await server.svc(['analyze', '--log', 'fine.log'], { directory });
  expect(there).toEqual({
    status: 0,
    stdout: `! nothing to analyze: no error found in fine.log (judged by ${server.url})\n`,
    stderr: '',
  });
});

it.each([
  [
    'large.log',
    "the log 'large.log' has 5.2 MB, and svc reads at most 5 MB",
    'tail -c 5M large.log | svc analyze --log -',
  ],
  ['empty.log', "the log 'empty.log' is empty", 'check the command that wrote it'],
  ['build.log.gz', "'build.log.gz' is compressed", 'gunzip -c build.log.gz | svc analyze --log -'],
  ['none.log', "no log 'none.log'", 'write a path from the current directory, or - for stdin'],
  [
    'binary.log',
    "'binary.log' is not text",
    "pass the CI job's log as text: svc analyze --log build.log",
  ],
  ['.', "'.' is a folder, not a log", 'name one log file of it'],
])('refuses --log %s in two lines, without a request', async (name, problem, remedy) => {
  const env = { SVC_URL: 'http://127.0.0.1:9', SVC_API_KEY: server.apiKey };
  const run = await runSvc(['analyze', '--log', name], { directory, env });
  expect(run).toEqual({ status: 2, stdout: '', stderr: `svc: ${problem}\ntry: ${remedy}\n` });
});

it('stops reading a stdin that is too long', async () => {
  const run = await runSvc(['analyze', '--log', '-'], { input: Buffer.alloc(6_000_000, 'a') });
  expect([run.status, run.stderr]).toEqual([
    2,
    'svc: the log on stdin is too long, and svc reads at most 5 MB\n' +
      'try: pass only its end: tail -c 5M build.log | svc analyze --log -\n',
  ]);
});

it.each([
  [['--offline'], 2, '--offline asks no server, and projects are on it'],
  [[], 3, 'no API key, and projects are on the server'],
])('refuses a project for a log that it judges here, with %j', async (flags, status, problem) => {
  const args = ['analyze', '--log', 'build.log', '--project', 'shop', ...flags];
  expect(await runSvc(args, { directory })).toEqual({
    status,
    stdout: '',
    stderr: `svc: ${problem}\ntry: judge it on this machine: svc analyze --log build.log --offline\n`,
  });
});

it('proposes to judge here when no server answers', async () => {
  const env = { SVC_URL: await findUnusedAddress(), SVC_API_KEY: server.apiKey };
  const run = await runSvc(['analyze', '--log', 'build.log'], { directory, env });
  expect(run.status).toBe(4);
  expect(run.stderr).toMatch(
    /\ntry: judge it on this machine: svc analyze --log build\.log --offline\n$/,
  );
});

it('proposes to judge here when the key may only upload', async () => {
  const refusal = trpcError(
    'FORBIDDEN',
    "The API key 'CI' has the scope 'ingest'. Use a key with the scope full.",
  );
  const refusing = await startAnsweringServer(answering(403, refusal));
  onTestFinished(() => refusing.close());
  const env = { SVC_URL: refusing.url, SVC_API_KEY: server.apiKey };
  expect(await runSvc(['analyze', '--log', 'build.log'], { directory, env })).toEqual({
    status: 3,
    stdout: '',
    stderr:
      "svc: The API key 'CI' has the scope 'ingest'\n" +
      'try: judge it on this machine: svc analyze --log build.log --offline\n',
  });
});

it('sends a log of 5 MB', async () => {
  const input = `${'a line of the job that says nothing\n'.repeat(145_000)}${LOG}`;
  expect(input.length).toBeGreaterThan(5_200_000);
  const run = await server.svc(['analyze', '--log', '-'], { input });
  expect(run.stderr).toBe('');
  expect(run.stdout).toContain('! INFRA');
});
