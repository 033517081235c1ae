import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  findUnusedAddress,
  answering,
  startAnsweringServer,
} from '@svc/client/test/answering-server.ts';
import type { IngestAnswer } from '@svc/contract/executions/ingest';
import type { Artifact } from '@svc/reporter-core/report/artifact';
import { writeSpool } from '@svc/reporter-core/spool/spool';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { fixtureBody } from '../../../test/samples/make-execution.ts';
import { joinShopServer, type ShopServer } from '../../../test/shop-server.ts';
import { makeSpooledProject } from '../../../test/spooled-project.ts';

let server: ShopServer;
beforeAll(async () => {
  server = await joinShopServer();
});

it('sends all saved runs of the project and empties the spool', async () => {
  const { directory, spool } = await makeSpooledProject(server.url, 'a', 'b');
  const { status, stdout, stderr } = await server.svc(['upload'], { directory });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout.replaceAll(/http:\S+/g, 'URL')).toMatchInlineSnapshot(`
    "✓ sent shop #1  ✗ failed  6 results  URL
    ✓ sent shop #2  ✗ failed  6 results  URL
    2 of 2 saved runs sent.
    "
  `);
  expect(await readdir(spool)).toEqual([]);
});

it('sends the named files, and prints JSON with --json', async () => {
  const { directory, spool } = await makeSpooledProject(server.url, 'named', 'left');
  const [first = ''] = await readdir(spool);
  const path = join('node_modules', '.cache', 'svc', first);
  const { status, stdout } = await server.svc(['upload', path, '--json'], { directory });
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    sent: [{ file: first, status: 'failed', accepted: { results: 6, duplicates: 0 } }],
    failed: [],
    elsewhere: [],
  });
  expect(await readdir(spool)).toHaveLength(1);
});

it('exits with 1 when a part fails: refused files are set aside, the rest arrives', async () => {
  const { directory, spool } = await makeSpooledProject(server.url, 'fine', 'refused');
  await writeFile(join(spool, '2026-11-20T10-00-09-000Z-broken.json.gz'), 'no gzip');
  const { status, stdout } = await server.svc(['upload'], { directory });
  expect(status).toBe(1);
  const stable = stdout
    .replaceAll(/http:\S+/g, 'URL')
    .replaceAll(/\/\S+\//g, '')
    .replaceAll(/-[0-9a-f]{8}\./g, '-ID.');
  expect(stable).toMatchInlineSnapshot(`
    "✓ sent shop #4  ✗ failed  6 results  URL
    ✗ 2026-11-20T10-00-01-000Z-ID.json.gz: execution.durationMs: Too small: expected number to be >=0 (400)
      set aside as .refused
    ✗ 2026-11-20T10-00-09-000Z-broken.json.gz cannot be read; set aside as .corrupt
    ! 1 refused run is set aside
      once the cause is fixed, send it again:
      svc upload node_modules2026-11-20T10-00-01-000Z-ID.json.gz.refused
    1 of 3 saved runs sent.
    "
  `);
  const left = await readdir(spool);
  expect(new Set(left.map((name) => name.split('.').at(-1)))).toEqual(
    new Set(['refused', 'corrupt']),
  );
});

/** A project with one spooled run, whose first result has these files, each named after its content. */
async function makeProjectWith(url: string, files: { name: string; sizeBytes?: number }[]) {
  const { directory, spool } = await makeSpooledProject(url);
  const artifacts: Artifact[] = [];
  for (const { name, sizeBytes = name.length } of files) {
    const path = join(directory, name);
    await writeFile(path, name);
    const description = {
      clientId: name,
      name,
      kind: 'log',
      contentType: 'text/plain',
      sizeBytes,
    } as const;
    artifacts.push({ description, content: { path }, shownAs: name });
  }
  const body = structuredClone(fixtureBody);
  body.idempotencyKey = directory;
  body.execution.key = directory;
  const [result] = body.results;
  if (result !== undefined) result.artifacts = artifacts.map(({ description }) => description);
  writeSpool({ savedAt: '2026-11-20T10:00:00.000Z', url, body }, directory, { artifacts });
  return { directory, spool };
}

it('reports which artifacts it sent, and which it could not', async () => {
  const { directory, spool } = await makeProjectWith(server.url, [
    { name: 'server.log' },
    { name: 'video.webm', sizeBytes: 2 ** 31 },
    { name: 'changed.txt', sizeBytes: 1 },
  ]);
  const { status, stdout } = await server.svc(['upload'], { directory });
  expect({ status, stdout: stdout.replaceAll(/http:\S+/g, 'URL') }).toMatchInlineSnapshot(`
    {
      "status": 0,
      "stdout": "✓ sent shop #5  ✗ failed  6 results  URL
      1 artifact, 10 B
    ! left out: video.webm was refused: The artifact has 2147483648 bytes, and this server takes 1073741824. Its operator
      sets that with SVC_MAX_ARTIFACT_BYTES, changed.txt changed before it was sent
    1 of 1 saved run sent.
    ",
    }
  `);
  expect(await readdir(spool)).toEqual([]);
});

it('keeps a run whose artifacts are not accepted, and exits with 1', async () => {
  const url = await startWithoutRoom();
  const { directory, spool } = await makeProjectWith(url, [{ name: 'a.log' }]);
  const before = await readdir(spool);
  const { status, stdout } = await server.svc(['upload', '--url', url], { directory });
  expect({ status, stdout: stdout.replaceAll(url, 'URL') }).toMatchInlineSnapshot(`
    {
      "status": 1,
      "stdout": "✓ sent shop #1  ✗ failed  6 results  http://svc.test/executions/1
    ✗ 1 artifact not sent: URL answered 503: no room left
      kept for the next upload
    1 of 1 saved run sent.
    ",
    }
  `);
  expect(await readdir(spool)).toEqual(before);
});

/** A server that accepts results but no files. */
async function startWithoutRoom(): Promise<string> {
  const answer: IngestAnswer = {
    executionId: '019a0000-0000-7000-8000-000000000000',
    number: 1,
    url: 'http://svc.test/executions/1',
    status: 'failed',
    accepted: { results: 6, duplicates: 0 },
    uploads: [
      {
        clientId: 'a.log',
        artifactId: '019a0000-0000-7000-8000-000000000001',
        method: 'PUT',
        url: '/artifacts/1',
        headers: {},
        expiresAt: '2099-01-01T00:00:00.000Z',
      },
    ],
    refusedUploads: [],
    ignoredFields: 0,
  };
  const full = answering(
    503,
    { success: false, error: { code: 'SERVICE_UNAVAILABLE', message: 'no room left' } },
    { 'retry-after': '3600' },
  );
  const taken = answering(200, { success: true, data: answer });
  const { url, close } = await startAnsweringServer((request, response) =>
    (request.method === 'PUT' ? full : taken)(request.resume(), response),
  );
  onTestFinished(close);
  return url;
}

it('says when there is nothing to send', async () => {
  const { directory } = await makeSpooledProject(server.url);
  const { status, stdout } = await server.svc(['upload'], { directory });
  expect(status).toBe(0);
  expect(stdout).toMatch(/^Nothing to send: no saved run of this project\.\nLooked in:\n/);
});

it('sends a run only to the server that it was meant for', async () => {
  const { directory, spool } = await makeSpooledProject('http://other.example:4400', 'a');
  const { status, stdout } = await server.svc(['upload'], { directory });
  expect({ status, stdout }).toEqual({
    status: 0,
    stdout:
      '! 1 saved run is for http://other.example:4400\n' +
      '  send it there: svc upload --url http://other.example:4400\n' +
      `  send it to ${server.url}: svc upload node_modules/.cache/svc\n` +
      'Nothing else to send.\n',
  });
  expect(await readdir(spool)).toHaveLength(1);
});

it('keeps everything and exits with 4 when nothing listens', async () => {
  const url = await findUnusedAddress();
  const { directory, spool } = await makeSpooledProject(url, 'a', 'b');
  const { status, stdout } = await server.svc(['upload', '--url', url], { directory });
  expect(status).toBe(4);
  expect(stdout).toContain('kept for the next upload');
  expect(stdout).toContain('0 of 2 saved runs sent.');
  expect(await readdir(spool)).toHaveLength(2);
});

it('keeps everything and exits with 3 for a refused key', async () => {
  const { directory, spool } = await makeSpooledProject(server.url, 'a');
  const run = await server.svc(['upload'], {
    directory,
    env: { SVC_API_KEY: 'session-of-nobody' },
  });
  expect(run.status).toBe(3);
  expect(await readdir(spool)).toHaveLength(1);
});

it('refuses a name without a file before it sends anything', async () => {
  const run = await server.svc(['upload', 'nofile.json.gz']);
  expect(run).toEqual({
    status: 2,
    stdout: '',
    stderr:
      "svc: no file 'nofile.json.gz'\ntry: run svc upload without arguments: it finds the saved runs itself\n",
  });
});
