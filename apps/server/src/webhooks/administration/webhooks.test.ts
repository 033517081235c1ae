import { randomUUID } from 'node:crypto';
import type { WebhookInput } from '@svc/contract/webhooks/webhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { ask, makeUpload, upload } from '../../../test/make.ts';
import { call, refusal } from '../../../test/procedures.ts';
import { signInAs } from '../../../test/sign-in-as.ts';
import { createScope } from '../../db/scope.ts';
import { recordsOf, type RowOf } from '../../db/models/records.ts';
import { Webhook } from '../../db/models/webhook.ts';
import { openKeyring } from '../../secrets/keyring.ts';
import { openWebhook } from '../opened-webhook.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeApp();
});
afterAll(() => server.close());

let organizationId: string;
let apiKey: string;
let admin: string;
beforeEach(async () => {
  ({ organizationId, apiKey } = await server.makeOrganization(randomUUID()));
  ({ token: admin } = await signInAs(server, organizationId, 'admin'));
});

const URL_OF_HOOK = 'https://hooks.acme.test/svc?room=1';
const SLACK = 'https://hooks.slack.com/services/T000/B000/abcdefghijkl';
const rest = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object) =>
  ask(
    { app: server.app, apiKey },
    { method, url: `/api/ci/webhooks${path}`, ...(payload && { payload }) },
  );
const dataOf = ({ text }: { text: string }) => (JSON.parse(text) as { data: unknown }).data;
const create = (facts: object = {}) =>
  call(server, admin, 'webhooks.create', { url: URL_OF_HOOK, events: ['*'], ...facts });
const edit = (id: string, change: object) =>
  call(server, admin, 'webhooks.edit', { id, ...change });

async function storedRow(id: string): Promise<RowOf<Webhook>> {
  const row = await recordsOf(createScope(server.deps.database, organizationId), Webhook).findOne({
    id,
  });
  if (row === null) throw new Error('no such webhook');
  return row;
}
const opened = async (id: string, now = server.deps.clock.now()) =>
  openWebhook(server.deps.keyring, await storedRow(id), now);
const auditOf = async () =>
  (await call(server, admin, 'auditLog.list', {})).items.filter(({ action }) =>
    action.startsWith('webhook.'),
  );

describe('over REST, an API key', () => {
  it('creates, reads, lists, changes and deletes webhooks', async () => {
    const created = await rest('POST', '', {
      url: URL_OF_HOOK,
      events: ['execution.failed', 'test.flaky', 'test.flaky'],
      secret: 'a shared secret',
    });
    expect(created.status).toBe(200);
    const webhook = dataOf(created) as { id: string };
    expect(webhook).toEqual({
      id: webhook.id,
      url: URL_OF_HOOK,
      format: 'standard',
      events: ['execution.failed', 'test.flaky'],
      description: '',
      active: true,
      pauseReason: null,
      pausedAt: null,
      hasSecret: true,
      previousSecretUntil: null,
      project: null,
      branch: null,
      minSeverity: null,
      createdAt: expect.any(String),
      createdBy: 'test',
      updatedAt: expect.any(String),
      lastDelivery: null,
      consecutiveFailures: 0,
    });
    const listed = await rest('GET', '');
    expect(dataOf(listed)).toEqual({ items: [webhook], nextCursor: null });
    const patched = await rest('PATCH', `/${webhook.id}`, { active: false, description: 'off' });
    expect(dataOf(patched)).toMatchObject({ active: false, description: 'off' });
    const read = await rest('GET', `/${webhook.id}`);
    expect(read.text).toBe(patched.text);
    const deleted = await rest('DELETE', `/${webhook.id}`);
    expect(dataOf(deleted)).toEqual({ id: webhook.id, deleted: true });
    expect((await rest('GET', `/${webhook.id}`)).status).toBe(404);
  });

  it('that may only upload, and a member, change nothing', async () => {
    const { token } = await signInAs(server, organizationId, 'member');
    const { text } = await call(server, admin, 'apiKeys.create', { name: 'CI', scope: 'ingest' });
    const input = { url: URL_OF_HOOK, events: ['*' as const] };
    expect(await refusal(server, token, 'webhooks.create', input)).toMatchObject({ status: 403 });
    expect(await refusal(server, text, 'webhooks.create', input)).toMatchObject({ status: 403 });
    expect((await call(server, token, 'webhooks.list', {})).items).toEqual([]);
  });
});

describe('refuses', () => {
  it.each([
    [{ url: 'http://127.0.0.1/hook' }, 'url'],
    [{ url: 'http://[::ffff:10.0.0.1]/' }, 'url'],
    [{ url: 'https://me:hunter2@hooks.acme.test/' }, 'url'],
    [{ url: 'ftp://hooks.acme.test/' }, 'url'],
    [{ url: 'not an address' }, 'url'],
    [{ events: [] }, 'events'],
    [{ events: ['execution.finished'] }, 'events.0'],
    [{ secret: 'whsec_not base64!' }, 'secret'],
    [{ secret: '' }, 'secret'],
    [{ format: 'slack', secret: 'slack has none' }, 'secret'],
    [{ project: 'nothing has this name' }, 'project'],
    [{ minSeverity: 'WORST' }, 'minSeverity'],
    [{ colour: 'red' }, 'colour'],
  ])('%j, and names the field', async (facts, path) => {
    const answer = await refusal(server, admin, 'webhooks.create', {
      ...({ url: URL_OF_HOOK, events: ['*'], ...facts } as WebhookInput),
    });
    expect(answer).toMatchObject({ status: 400, details: [{ path }] });
    expect(JSON.stringify(answer)).not.toContain('hunter2');
    const { id } = await create();
    if (!('colour' in facts)) {
      const edited = await refusal(server, admin, 'webhooks.edit', {
        id,
        ...(facts as Partial<WebhookInput>),
      });
      expect(edited).toMatchObject({ status: 400, details: [{ path }] });
    }
  });

  it('more than 100 webhooks', async () => {
    for (let count = 0; count < 100; count++) await create();
    expect(
      await refusal(server, admin, 'webhooks.create', { url: URL_OF_HOOK, events: ['*'] }),
    ).toEqual({
      status: 409,
      message: 'The organization has 100 webhooks. Delete one of them first.',
    });
    const first = await call(server, admin, 'webhooks.list', { limit: 60 });
    const second = await call(server, admin, 'webhooks.list', {
      limit: 60,
      cursor: first.nextCursor ?? '',
    });
    expect(second.nextCursor).toBeNull();
    const ids = [...first.items, ...second.items].map(({ id }) => id);
    expect(new Set(ids).size).toBe(100);
    expect(ids).toEqual(ids.toSorted().toReversed());
  });
});

it('stores addresses and secrets encrypted, and shows neither a secret nor the address of a chat', async () => {
  const secret = 'a secret that nobody may see';
  const { id } = await create({ url: SLACK, format: 'slack' });
  const standard = await create({ secret });
  expect((await call(server, admin, 'webhooks.get', { id })).url).toBe(
    'https://hooks.slack.com/services/…',
  );
  expect(await opened(id)).toEqual({ url: SLACK, secrets: [] });
  expect(await opened(standard.id)).toEqual({ url: URL_OF_HOOK, secrets: [secret] });
  const rows = await server.deps.database.query<{ text: string }>(
    `SELECT webhooks::text || encode(sealed_url, 'escape') || coalesce(encode(sealed_secret, 'escape'), '') AS text
     FROM webhooks WHERE organization_id = $1`,
    [organizationId],
  );
  const shown = JSON.stringify([
    rows,
    await call(server, admin, 'webhooks.list', {}),
    await auditOf(),
  ]);
  expect(shown).not.toContain('abcdefghijkl');
  expect(shown).not.toContain(secret);
});

it('signs with both secrets for 24 hours after a change, and with none once it is taken off', async () => {
  const { id } = await create({ secret: 'old' });
  const changed = await edit(id, { secret: 'new' });
  const until = Date.parse(changed.previousSecretUntil ?? '');
  expect(until - server.deps.clock.now().getTime()).toBeGreaterThan(23 * 3_600_000);
  expect((await opened(id)).secrets).toEqual(['new', 'old']);
  expect((await opened(id, new Date(until + 1))).secrets).toEqual(['new']);
  // Another change of the webhook keeps the rotation.
  expect((await edit(id, { description: 'x' })).previousSecretUntil).toBe(
    changed.previousSecretUntil,
  );
  expect((await opened(id)).secrets).toEqual(['new', 'old']);
  const without = await edit(id, { secret: null });
  expect(without).toMatchObject({ hasSecret: false, previousSecretUntil: null });
  expect((await opened(id)).secrets).toEqual([]);
});

it('becomes a chat only without its secret, and then hides the address', async () => {
  const { id } = await create({ secret: 'shared', url: SLACK });
  const refused = await refusal(server, admin, 'webhooks.edit', { id, format: 'slack' });
  expect(refused).toMatchObject({ status: 400, details: [{ path: 'secret' }] });
  const chat = await edit(id, { format: 'slack', secret: null });
  expect(chat).toMatchObject({
    format: 'slack',
    url: 'https://hooks.slack.com/services/…',
    hasSecret: false,
  });
  expect((await opened(id)).url).toBe(SLACK);
  for (const format of ['standard', 'discord'] as const) {
    const shown = await refusal(server, admin, 'webhooks.edit', { id, format });
    expect(shown).toMatchObject({ status: 400, details: [{ path: 'url' }] });
  }
  expect(await edit(id, { format: 'standard', url: URL_OF_HOOK })).toMatchObject({
    url: URL_OF_HOOK,
  });
});

it('records who changed what, without secrets', async () => {
  const { id } = await create({ secret: 'old' });
  await edit(id, { events: ['test.flaky'], secret: 'new', url: 'https://other.acme.test/' });
  await edit(id, { events: ['test.flaky'] });
  await call(server, admin, 'webhooks.delete', { id });
  const entries = await auditOf();
  expect(entries.map(({ action, target, details }) => ({ action, target, details }))).toEqual([
    {
      action: 'webhook.deleted',
      target: { kind: 'webhook', id, name: 'https://other.acme.test/' },
      details: { events: ['test.flaky'], description: '' },
    },
    {
      action: 'webhook.edited',
      target: { kind: 'webhook', id, name: 'https://other.acme.test/' },
      details: {
        before: { events: ['*'], url: URL_OF_HOOK },
        after: { events: ['test.flaky'], url: 'https://other.acme.test/', secret: 'changed' },
      },
    },
    {
      action: 'webhook.created',
      target: { kind: 'webhook', id, name: URL_OF_HOOK },
      details: {
        format: 'standard',
        events: ['*'],
        description: '',
        active: true,
        project: null,
        branch: null,
        minSeverity: null,
        hasSecret: true,
      },
    },
  ]);
});

it('takes a project that the organization has as a filter', async () => {
  await upload({ app: server.app, apiKey }, makeUpload());
  expect(await create({ project: 'shop', minSeverity: 'INFRA' })).toMatchObject({
    project: 'shop',
    minSeverity: 'INFRA',
  });
});

describe('what cannot be decrypted', () => {
  const OTHER_SECRET = 'another secret of a server, long enough as well';

  /** Runs with the keyring of another SVC_SECRET. */
  async function withOtherSecret(work: () => Promise<void>): Promise<void> {
    const { keyring } = server.deps;
    server.deps.keyring = openKeyring({ ...server.deps.config, secret: OTHER_SECRET });
    try {
      await work();
    } finally {
      server.deps.keyring = keyring;
    }
  }

  it('is asked for again, and hinders no other change', async () => {
    const { id } = await create({ secret: 'old' });
    await withOtherSecret(async () => {
      for (const change of [{ secret: 'new' }, { url: URL_OF_HOOK }, { secret: null }]) {
        const refused = await refusal(server, admin, 'webhooks.edit', { id, ...change });
        expect(refused).toMatchObject({ status: 409 });
        expect(refused.message).toContain('Set `url` and `secret` again.');
      }
      const off = await edit(id, { active: false, description: 'x' });
      expect(off).toMatchObject({ active: false, description: 'x', hasSecret: true });
      const repaired = await edit(id, { url: URL_OF_HOOK, secret: 'new' });
      expect(repaired).toMatchObject({ hasSecret: true, previousSecretUntil: null });
      expect(await opened(id)).toEqual({ url: URL_OF_HOOK, secrets: ['new'] });
    });
  });

  it('is replaced by a new address and secret, also if it was damaged', async () => {
    const { id } = await create({ secret: 'old' });
    await server.deps.database.query(
      `UPDATE webhooks SET sealed_url = '\\x00', sealed_secret = '\\x00' WHERE id = $1`,
      [id],
    );
    await edit(id, { url: URL_OF_HOOK, secret: 'new' });
    expect(await opened(id)).toEqual({ url: URL_OF_HOOK, secrets: ['new'] });
  });
});

it('takes only true and false for whether it is on', async () => {
  const { id } = await create();
  for (const active of ['no', 'false', 0, null]) {
    expect({ active, status: (await rest('PATCH', `/${id}`, { active })).status }).toEqual({
      active,
      status: 400,
    });
  }
});

it('takes the format of the chat whose address it is', async () => {
  expect(await create({ url: SLACK })).toMatchObject({ format: 'slack' });
  expect(await create({ url: SLACK, secret: 'x' })).toMatchObject({ format: 'standard' });
  expect(await create({ url: SLACK, format: 'standard' })).toMatchObject({ format: 'standard' });
});

it('shows nothing of the path of a chat that it does not know', async () => {
  const { url } = await create({ url: 'https://relay.acme.test/a-token', format: 'slack' });
  expect(url).toBe('https://relay.acme.test/…');
});

it('no longer says why the server turned it off once a person turned it on or off', async () => {
  const { id } = await create();
  for (const active of [false, true]) {
    await server.deps.database.query(
      `UPDATE webhooks SET active = false, pause_reason = 'gone', paused_at = now() WHERE id = $1`,
      [id],
    );
    expect(await edit(id, { active })).toMatchObject({ active, pauseReason: null, pausedAt: null });
  }
});
