import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServerHere } from '@svc/server/test/server-here.ts';
import { clock } from '@svc/reporter-core/clock';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkedDocument } from '../../../test/checked-document.ts';
import { fixtureBody } from '../../../test/samples/make-execution.ts';
import { emptyFolder, type SvcOptions } from '../../../test/run-svc.ts';
import { makeSignedInShell, OWNER, startSessionServer } from '../../../test/session-server.ts';
import { makeSpooledProject } from '../../../test/spooled-project.ts';
import { startReceiver, type Receiver } from '../../../test/webhook-server.ts';
import { JSON_DOCUMENTS } from './documents.ts';

// A server of its own: some of the commands need an owner who has signed in, and a receiver on the loopback address.
let server: ServerHere;
let receiver: Receiver;
let shell: Awaited<ReturnType<typeof makeSignedInShell>>;
let project: string;
beforeAll(async () => {
  [server, receiver, project] = await Promise.all([
    startSessionServer({ SVC_WEBHOOK_ALLOW_PRIVATE: 'true' }),
    startReceiver(),
    emptyFolder(),
  ]);
  shell = await makeSignedInShell(server);
  await mkdir(join(project, '.git'));
  await writeFile(join(project, '.git/HEAD'), 'ref: refs/heads/main\n');
  await writeFile(join(project, 'package.json'), '{"devDependencies":{"vitest":"5"}}');
  await writeFile(join(project, 'junit.xml'), REPORT);
  for (const key of ['first', 'second']) await send(key);
});
afterAll(async () => {
  receiver.close();
  await server.stop();
});

const REPORT =
  '<testsuites><testsuite name="a"><testcase name="b" classname="c" time="0.1"/></testsuite></testsuites>';

/** An execution of the project `shop`, from one CI run. */
async function send(key: string): Promise<void> {
  const body = structuredClone(fixtureBody);
  body.idempotencyKey = key;
  body.execution.key = key;
  body.execution.ci = { ...body.execution.ci, provider: 'github', runId: '7', runAttempt: 1 };
  body.execution.startedAt = new Date(clock.now().getTime() - 60_000).toISOString();
  const response = await fetch(`${server.url}/api/ingest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
}

const compared = new Set<string>();

/** What the command prints, which is what its schema says. */
async function json(command: string, words = '', options: SvcOptions = {}): Promise<unknown> {
  const args = `${command} ${words}`.trim().split(' ');
  const run = await shell.svc([...args, '--json', '-q'], { directory: project, ...options });
  if (run.stderr !== '') throw new Error(run.stderr);
  compared.add(command);
  return checkedDocument(command, run.stdout);
}

async function idOf(...asked: Parameters<typeof json>): Promise<string> {
  return ((await json(...asked)) as { id: string }).id;
}

it.each([
  ['attention', '--project shop'],
  ['executions', '--project shop --limit 1'],
  ['executions show', 'latest --project shop'],
  ['analyze', 'latest --project shop'],
  ['compare', '1 2 --project shop'],
  ['failures', '--project shop'],
  ['flaky', '--project shop --min-runs 1'],
  ['metrics', '--project shop'],
  ['trends', '--project shop --limit 3'],
  ['test', 'a --project shop'],
  ['test', 'discount --project shop'],
  ['init', '--dry-run'],
  ['projects', ''],
  ['open', 'flaky'],
  ['whoami', ''],
  ['completion', 'fish'],
  ['doctor', ''],
  ['help exit-codes', ''],
])('prints what the schema says: svc %s %s', async (command, words) => {
  expect(await json(command, words)).not.toEqual({});
});

it('of reports, with and without sending them, and of saved runs', async () => {
  expect(await json('upload', 'junit.xml --dry-run')).toMatchObject({ sent: null });
  expect(await json('upload', 'junit.xml --project shop')).toMatchObject({ failure: null });
  const { directory } = await makeSpooledProject(server.url, 'saved', 'refused');
  const { sent, failed } = (await json('upload', '', { directory })) as Record<string, unknown[]>;
  expect([sent?.length, failed?.length]).toEqual([1, 1]);
});

it('of the gate, of one execution and of a CI run', async () => {
  expect(await json('gate', '1 --project shop --wait 60')).toMatchObject({ executionNumber: 1 });
  const env = {
    GITHUB_ACTIONS: 'true',
    GITHUB_RUN_ID: '7',
    GITHUB_RUN_ATTEMPT: '1',
    GITHUB_REPOSITORY: 'acme/shop',
  };
  const { gates } = (await json('gate', '--project shop', { env })) as {
    gates: { executionNumber: number }[];
  };
  const numbers = gates.map(({ executionNumber }) => executionNumber);
  expect(numbers.toSorted((a, b) => a - b)).toEqual([1, 2]);
});

it('of a split, by number and by durations', async () => {
  const files = 'package.json junit.xml';
  await json('split', `--shards 2 --even ${files}`);
  const time = `--as-of ${new Date(clock.now().getTime() - 1_000).toISOString()}`;
  const split = await json('split', `--shards 2 --index 1 --project shop ${time} ${files}`);
  expect(split).toMatchObject({ index: 1, files: 2, project: 'shop' });
});

it('of the quarantine', async () => {
  const id = await idOf('quarantine add', 'discount --project shop --reason x --any');
  expect(await json('quarantine')).toMatchObject({ items: [{ id }] });
  expect(await idOf('quarantine show', id)).toBe(id);
  expect(await json('quarantine edit', `${id} --reason y`)).toMatchObject({ reason: 'y' });
  expect(await json('quarantine remove', `${id} --yes`)).toMatchObject({ state: 'lifted' });
});

it('of a correction', async () => {
  const correction = await json('analyze correct', '1 infra --test discount --project shop');
  expect(correction).toMatchObject({ classification: 'INFRA' });
});

it('of webhooks and their deliveries', async () => {
  receiver.answers.set('/hook', { status: 500, body: 'no' });
  const words = `${receiver.url}/hook --event test.recovered --generate-secret`;
  const id = await idOf('webhooks create', words);
  expect(await json('webhooks')).toMatchObject({ items: [{ id }] });
  expect(await idOf('webhooks show', id)).toBe(id);
  await json('webhooks update', `${id} --description x`);
  const delivery = await idOf('webhooks test', id);
  expect(await json('webhooks deliveries', id)).toMatchObject({ items: [{ id: delivery }] });
  expect(await idOf('webhooks deliveries', `${id} latest`)).toBe(delivery);
  expect(await idOf('webhooks redeliver', `${id} ${delivery}`)).toBe(delivery);
  expect(await json('webhooks redeliver', `${id} --failed`)).toMatchObject({ redelivered: 0 });
  await json('webhooks events');
  await json('webhooks events', 'execution.failed');
  expect(await json('webhooks delete', `${id} --yes`)).toEqual({ id, deleted: true });
});

it('of keys', async () => {
  const created = (await json('keys create', 'CI --scope ingest')) as { key: { id: string } };
  await json('keys');
  await json('keys edit', 'CI --writes 20');
  await json('keys revoke', 'CI --yes');
  expect(created).toMatchObject({ text: expect.stringMatching(/^svc_/) as string });
});

it('of contexts, and of signing in and out', async () => {
  const context = new URL(server.url).host;
  expect(await json('context')).toMatchObject({ items: [{ name: context }] });
  expect(await json('context use', context)).toMatchObject({ context });
  const words = `--url ${server.url} --email ${OWNER.email} --password-stdin`;
  expect(await json('login', words, { input: OWNER.password })).toMatchObject({ context });
  expect(await json('logout')).toEqual({ context, sessionEnded: true });
  await json('login', `--url ${server.url} --with-token`, { input: server.apiKey });
  expect(await json('context remove', context)).toMatchObject({ context });
});

it('has compared every document', () => {
  expect([...compared].toSorted()).toEqual(JSON_DOCUMENTS.map(({ command }) => command).toSorted());
});
