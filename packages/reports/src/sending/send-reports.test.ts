import {
  accept,
  findUnusedAddress,
  API_KEY,
  fail,
  hangUp,
  startSink,
} from '@svc/reporter-core/test/servers/sink-server.ts';
import { expect, it } from 'vitest';
import { junit, makeFolder, reportsIn } from '../../test/make-folder.ts';
import { ReportsReading } from '../reading/read-reports.ts';
import type { RunDescription } from './run-description.ts';
import { sendReports, type SendingOfReports } from './send-reports.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const AT = 'timestamp="2026-11-20T10:00:00Z"';

interface Sending extends Partial<SendingOfReports> {
  url?: string;
  env?: Record<string, string>;
  described?: RunDescription;
}

/** Sends all reports of a new folder. */
async function send(
  files: Record<string, string | Buffer>,
  { url, env = {}, described = {}, ...settings }: Sending = {},
) {
  const directory = await makeFolder(files);
  const reports = await reportsIn(
    directory,
    ...Object.keys(files).filter((path) => path.endsWith('.xml')),
  );
  const sent = await sendReports({
    files: reports,
    reading: new ReportsReading(reports, { directory, root: described.root }),
    described,
    sender: { reporter: { name: 'svc', version: '1' }, env, directory, now: NOW },
    target: url === undefined ? undefined : { url, apiKey: API_KEY },
    budgetMs: 20_000,
    unreachableBudgetMs: 0,
    ...settings,
  });
  return { directory, ...sent };
}

it('sends all reports as one execution', async () => {
  await using sink = await startSink();
  const { execution, outcome, leftOut, brokenFiles } = await send(
    { 'a.xml': junit(['a', 'b !'], AT), 'b.xml': junit(['c'], AT) },
    {
      url: sink.url,
      described: {
        project: 'shop',
        name: 'unit',
        framework: 'pytest',
        tag: ['nightly'],
        environment: 'staging',
        branch: 'main',
        commit: 'a'.repeat(40),
      },
    },
  );
  expect(outcome).toMatchObject({ ok: true, artifacts: { sent: 0 } });
  expect([leftOut, brokenFiles]).toEqual([[], { outsideTests: 0, unloaded: 0 }]);
  expect(sink.uploads).toHaveLength(1);
  const body = sink.uploads[0]?.body;
  expect(body?.results.map(({ titlePath, status }) => [titlePath.at(-1), status])).toEqual([
    ['a', 'passed'],
    ['b', 'failed'],
    ['c', 'passed'],
  ]);
  expect(body?.execution).toEqual(execution);
  expect(execution).toMatchObject({
    project: 'shop',
    name: 'unit',
    framework: 'pytest',
    tags: ['nightly'],
    status: 'failed',
    startedAt: '2026-11-20T10:00:00.000Z',
    git: { branch: 'main', commit: 'a'.repeat(40) },
    reporter: { name: 'svc', version: '1' },
    key: expect.stringMatching(/^reports:[0-9a-f]{32}$/),
  });
  // svc's own runtime is not that of the tests.
  expect(execution.environment).not.toHaveProperty('runtime');
});

it('sends the same reports twice under one key, and others under another', async () => {
  const files = { 'a.xml': junit(['a'], AT) };
  expect(await keyOf(files)).toBe(await keyOf(files));
  expect(await keyOf({ 'a.xml': junit(['b'], AT) })).not.toBe(await keyOf(files));
  expect(await keyOf(files, { described: { key: 'nightly 7' } })).toBe('nightly 7');
});

async function keyOf(files: Record<string, string>, settings: Sending = {}) {
  return (await send(files, settings)).execution.key;
}

it('sends a shard under a key that the other shards know, and without one a whole run', async () => {
  const files = { 'a.xml': junit(['a'], AT) };
  const shard = { index: 1, total: 2 };
  const shardOf = async (described: RunDescription) =>
    (await send(files, { described })).execution.shard;
  expect(await shardOf({ shard, key: 'nightly 7' })).toEqual(shard);
  expect(await shardOf({ shard })).toBeUndefined();
});

it('leaves the key to the run of CI, which other jobs add to', async () => {
  const env = {
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_REPOSITORY: 'acme/shop',
    GITHUB_RUN_ID: '42',
    GITHUB_JOB: 'unit',
  };
  const { execution } = await send({ 'a.xml': junit(['a'], AT) }, { env });
  expect(execution.ci).toMatchObject({ runId: '42' });
  expect(execution.key ?? '').not.toMatch(/^reports:/);
});

it('sends what can be read of a broken report, whose problem fails the execution', async () => {
  await using sink = await startSink();
  const { execution } = await send(
    { 'a.xml': junit(['a', 'b'], AT).slice(0, -13) },
    { url: sink.url },
  );
  expect(sink.uploads.flatMap(({ body }) => body.results)).toHaveLength(2);
  expect([execution.status, execution.errors]).toEqual([
    'failed',
    [
      {
        message: expect.stringMatching(
          /^The report a\.xml:3:\d+ could not be read whole: it ends in the middle of <testsuite>$/,
        ),
      },
    ],
  ]);
});

it('sends nothing of reports without tests, and nothing without a target', async () => {
  await using sink = await startSink();
  const empty = await send({ 'a.xml': junit([]) }, { url: sink.url });
  expect([empty.outcome, sink.uploads]).toEqual([undefined, []]);
  const dry = await send({ 'a.xml': junit(['a !'], AT) });
  expect([dry.outcome, dry.execution.status]).toEqual([undefined, 'failed']);
});

it('sends nothing if the caller refuses the execution', async () => {
  await using sink = await startSink();
  const refused = send(
    { 'a.xml': junit(['a'], AT) },
    {
      url: sink.url,
      onExecution: ({ options }) => {
        throw new Error(`no ${options.project ?? 'project'}`);
      },
    },
  );
  await expect(refused).rejects.toThrow('no project');
  expect(sink.uploads).toEqual([]);
});

it('sends no secret: neither the key of the server, nor those of the environment', async () => {
  await using sink = await startSink();
  const secret = 'hunter2-hunter2-hunter2';
  const content = junit(['a !'], AT).replace('expected 1', `${API_KEY} and ${secret}`);
  await send({ 'a.xml': content }, { url: sink.url, env: { SHOP_TOKEN: secret } });
  const text = JSON.stringify(sink.uploads.map(({ body }) => body));
  expect(text).toContain(' and ');
  expect(text).not.toContain(API_KEY);
  expect(text).not.toContain(secret);
});

it('sends attachments from beside the report, and names those that are missing', async () => {
  await using sink = await startSink();
  const attached = junit(['a !'], AT).replace(
    '</testcase>',
    '<system-out>[[ATTACHMENT|shot.png]]\n[[ATTACHMENT|gone.png]]</system-out></testcase>',
  );
  const { outcome, leftOut } = await send(
    { 'out/a.xml': attached, 'out/shot.png': Buffer.from('\u0089PNG') },
    { url: sink.url },
  );
  expect(outcome).toMatchObject({ ok: true, artifacts: { sent: 1 } });
  expect(leftOut).toMatchObject([{ name: 'gone.png', reason: 'is gone' }]);
});

it('tries again after an error of the server, and reports each', async () => {
  await using sink = await startSink();
  sink.behave(fail(503, 'SERVICE_UNAVAILABLE', { 'retry-after': '0' }), accept);
  const retries: string[] = [];
  const { outcome } = await send(
    { 'a.xml': junit(['a'], AT) },
    { url: sink.url, onRetry: ({ kind }) => retries.push(kind) },
  );
  expect(outcome).toMatchObject({ ok: true });
  expect([retries.length, sink.uploads.length]).toEqual([1, 2]);
});

it.each([
  ['refuses the key', fail(401, 'UNAUTHORIZED')],
  ['refuses the upload', fail(400, 'BAD_REQUEST')],
  ['hangs up', hangUp],
])('returns a failure where the server %s, and does not reject', async (_what, behaviour) => {
  await using sink = await startSink();
  sink.behave(behaviour);
  const { outcome } = await send(
    { 'a.xml': junit(['a'], AT) },
    { url: sink.url, errorBudgetMs: 0 },
  );
  expect(outcome).toMatchObject({ ok: false });
});

it('returns a failure where nobody listens', async () => {
  const { outcome } = await send({ 'a.xml': junit(['a'], AT) }, { url: await findUnusedAddress() });
  expect(outcome).toMatchObject({ ok: false });
});
