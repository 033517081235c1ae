import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { glob, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ListedApiKey } from '@svc/contract/people/api-keys';
import type { AuditEntry } from '@svc/contract/people/audit-log';
import type { AttentionItem } from '@svc/contract/history/attention';
import type { Execution } from '@svc/contract/executions/executions';
import type { FlakyTest } from '@svc/contract/history/flaky-tests';
import type { FailureGroup } from '@svc/contract/history/failures';
import type { QuarantineEntry } from '@svc/contract/gate/quarantine';
import type { Webhook } from '@svc/contract/webhooks/webhooks';
import { freePort, isAlive } from '@svc/server/test/server.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

/** Nine seconds on an idle machine. */
const START_MS = 240_000;

const COMMAND = fileURLToPath(new URL('../../../server/bin/svc-server.js', import.meta.url));

interface Verdict {
  classification: string;
}

interface Items<Item> {
  items: Item[];
}

let folder: string;
let url: string;
let output = '';
let child: ReturnType<typeof spawn>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-demo-test-'));
  const port = await freePort();
  url = `http://localhost:${port}`;
  child = startDemo(port);
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await until(() => output.includes('Ctrl-C ends the demo'));
}, START_MS);

afterAll(async () => {
  if (child.exitCode === null) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

it('shows every visitor its pages, whatever cookie the browser has, and sets none', async () => {
  expect(output).toContain(`\n  ${url}\n`);
  const cookie = 'svc.session_token=of-another-svc-on-localhost';
  const page = await fetch(url, { headers: { accept: 'text/html', cookie } });
  expect(await page.text()).toContain('<div id="root">');
  const account = await fetch(`${url}/trpc/account.get?input=%7B%7D`, { headers: { cookie } });
  expect(await account.json()).toMatchObject({
    result: { data: { user: { name: 'Maya Lindqvist' } } },
  });
  expect([page, account].map(({ headers }) => headers.get('set-cookie'))).toEqual([null, null]);
});

it('goes on after a request line that names another host, and after a webhook that breaks off', async () => {
  const { port } = new URL(url);
  const answers = (path: string, facts = {}) =>
    new Promise<number>((resolve) => {
      const sent = request({ port, path, ...facts }, (answer) => resolve(answer.statusCode ?? 0));
      sent.once('error', () => resolve(0)).flushHeaders();
      if (path === BROKEN_OFF) setTimeout(() => sent.destroy(), 100);
      else sent.end();
    });
  expect(await answers('http://other.invalid/')).not.toBe(0);
  expect(await answers(BROKEN_OFF, { method: 'POST' })).toBe(0);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
});

const BROKEN_OFF = '/demo/receiver/broken-off';

it('has a regression with its commit and author, and a verdict about it', async () => {
  const [first] = (await read<Items<AttentionItem>>('attention')).items;
  expect(first).toMatchObject({
    kind: 'failing',
    project: 'storefront',
    branch: 'main',
    tests: 2,
    since: { author: 'Jonas Weber', title: expect.stringContaining('Calculate coupons') },
  });
  const about = `ci/analyses?executionId=${first?.executionId}`;
  await until(async () => (await read<Items<Verdict>>(about)).items.length > 0);
  const [analysis] = (await read<Items<Verdict>>(about)).items;
  expect(analysis?.classification).toBe('REAL_BUG');
});

it('has flaky tests with their cost, an outage, a quarantine with its end, and webhooks', async () => {
  const flaky = (await read<Items<FlakyTest>>('flaky-tests')).items;
  expect(flaky.length).toBeGreaterThan(5);
  const costly = flaky.find(({ title }) => title === 'shows where a parcel is');
  expect(costly?.wastedMs).toBeGreaterThan(60_000);
  const { items: groups } = await read<Items<FailureGroup>>('failures');
  expect(groups.find(({ pattern }) => pattern.includes('ECONNREFUSED'))).toMatchObject({
    tests: expect.closeTo(45, -1),
  });
  const { items: entries } = await read<Items<QuarantineEntry>>('quarantine');
  expect(entries.map(({ state, owner }) => `${owner} ${state}`)).toEqual([
    'logistics active',
    'orders active',
  ]);
  expect((await read<Items<Webhook>>('ci/webhooks')).items).toHaveLength(2);
});

it('receives new executions by itself', async () => {
  const before = await readNewestId();
  await until(async () => (await readNewestId()) !== before);
  expect(await readNewestId()).not.toBe(before);
});

it('has an audit log that agrees with what it is about', async () => {
  const log = await query<Items<AuditEntry>>('auditLog.list');
  const times = log.items.map(({ at }) => at);
  expect(times).toEqual(times.toSorted().toReversed());
  const { items: keys } = await query<Items<ListedApiKey>>('apiKeys.list');
  const { items: entries } = await read<Items<QuarantineEntry>>('quarantine');
  const made = [...keys, ...entries];
  expect(made).toHaveLength(4);
  for (const { id, createdAt } of made) {
    const { at = '' } = log.items.find(({ target }) => target.id === id) ?? {};
    expect(Math.abs(Date.parse(at) - Date.parse(createdAt))).toBeLessThan(1_000);
  }
});

it('goes on without new executions when a visitor has revoked their key', async () => {
  const [key] = (await query<Items<ListedApiKey>>('apiKeys.list')).items;
  const revoked = await fetch(`${url}/trpc/apiKeys.revoke`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ id: key?.id }),
  });
  expect(revoked.status).toBe(200);
  await until(() => output.includes("The API key 'GitHub Actions' is revoked"));
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
});

it('ends with a signal, and leaves nothing', async () => {
  child.kill('SIGINT');
  const [exitCode] = await once(child, 'exit');
  expect(exitCode).toBe(0);
  expect(output).toContain('The demo has ended, and its data is deleted.');
  expect(await readdir(folder)).toEqual([]);
});

it('ends with a signal while it prepares, and leaves nothing', async () => {
  const early = startDemo(await freePort());
  // The server is making its database.
  const isBegun = () => globSync(join(folder, '*/postgres*/base')).length > 0;
  await vi.waitUntil(isBegun, { timeout: 60_000 });
  // As when the terminal is closed.
  early.kill('SIGHUP');
  const [exitCode] = await once(early, 'exit');
  expect(exitCode).toBe(0);
  expect(await readdir(folder)).toEqual([]);
});

it(
  'ends its server and Postgres when it is killed',
  async () => {
    child = startDemo(await freePort());
    let pid = 0;
    await until(async () => {
      for await (const file of glob('svc-demo-*/**/postmaster.pid', { cwd: folder })) {
        pid = Number.parseInt(await readFile(join(folder, file), 'utf8'), 10);
      }
      return pid > 1;
    });
    child.kill('SIGKILL');
    await until(() => !isAlive(pid));
    expect(isAlive(pid)).toBe(false);
  },
  START_MS,
);

function startDemo(port: number) {
  return spawn(process.execPath, [COMMAND, 'demo'], {
    // A setting of the shell must not reach the demo.
    env: {
      PATH: process.env['PATH'],
      TMPDIR: folder,
      PORT: String(port),
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing',
    },
  });
}

/** Asks a procedure of the dashboard. */
async function query<Answer>(procedure: string): Promise<Answer> {
  const response = await fetch(`${url}/trpc/${procedure}?input=%7B%7D`);
  return ((await response.json()) as { result: { data: Answer } }).result.data;
}

async function readNewestId(): Promise<string | undefined> {
  const { items } = await read<Items<Execution>>('executions?limit=1');
  return items[0]?.id;
}

async function read<Answer>(path: string): Promise<Answer> {
  const response = await fetch(`${url}/api/${path}`);
  return ((await response.json()) as { data: Answer }).data;
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) {
    if (child.exitCode !== null) throw new Error(`the demo has ended:\n${output}`);
    await sleep(200);
  }
}
