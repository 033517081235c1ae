import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { inDays } from '../../../test/clock.ts';
import { ask, makeUpload, upload } from '../../../test/make.ts';
import { call, refusal } from '../../../test/procedures.ts';
import { signInAs } from '../../../test/sign-in-as.ts';
import { buildApp } from '../../app.ts';
import { createScope } from '../../db/scope.ts';
import { listRecentKeys } from './list-keys.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeApp();
});
afterAll(() => server.close());

let organizationId: string;
let admin: string;
let adminEmail: string;
beforeEach(async () => {
  ({ organizationId } = await server.makeOrganization(randomUUID()));
  ({ token: admin, email: adminEmail } = await signInAs(server, organizationId, 'admin'));
});

const create = (name: string, facts = {}) =>
  call(server, admin, 'apiKeys.create', { name, ...facts });
const listed = async () => (await call(server, admin, 'apiKeys.list', {})).items;
const whoami = (key: string, app = server.app) => ask({ app, apiKey: key }, { url: '/api/whoami' });
const auditOf = async () =>
  (await call(server, admin, 'auditLog.list', {})).items.map(
    ({ action, actor, target, details }) => ({
      action,
      actor: actor.name,
      target: target.name,
      details,
    }),
  );

it('creates a key that works at once, shows its text once, and who made it', async () => {
  const expiresAt = inDays(3).toISOString();
  const facts = { scope: 'ingest', writesPerMinute: 120, expiresAt } as const;
  const { key, text } = await create('e2e shards', facts);
  expect(key).toEqual({
    ...facts,
    id: key.id,
    name: 'e2e shards',
    hint: text.slice(-4),
    projects: null,
    branches: null,
    mayClaimBase: true,
    readsPerMinute: null,
    status: 'active',
    createdAt: key.createdAt,
    createdBy: adminEmail,
    lastUsedAt: null,
    revokedAt: null,
    limits: { readsPerMinute: 100_000, writesPerMinute: 120 },
  });
  expect(await whoami(text)).toMatchObject({ status: 200 });
  expect(JSON.stringify(await listed())).not.toContain(text);
  expect((await auditOf())[0]).toEqual({
    action: 'apiKey.created',
    actor: adminEmail,
    target: 'e2e shards',
    details: {
      hint: text.slice(-4),
      scope: 'ingest',
      readsPerMinute: null,
      writesPerMinute: 120,
      expiresAt,
    },
  });
});

const names = async () => (await listed()).map(({ name, status }) => `${name} ${status}`);

it('lists active keys first and the newest first, then ended ones for 90 days', async () => {
  for (const name of ['old', 'revoked', 'expiring']) {
    const expiry = name === 'expiring' ? { expiresAt: inDays(1).toISOString() } : {};
    const { key } = await create(name, expiry);
    if (name === 'revoked') await call(server, admin, 'apiKeys.revoke', { id: key.id });
  }
  await create('new');
  expect(await names()).toEqual([
    'new active',
    'expiring active',
    'old active',
    'test active',
    'revoked revoked',
  ]);
  try {
    server.setNow(inDays(2));
    const { token } = await signInAs(server, organizationId, 'admin');
    const later = (await call(server, token, 'apiKeys.list', {})).items;
    expect(later.map(({ name, status }) => `${name} ${status}`)).toEqual([
      'new active',
      'old active',
      'test active',
      'expiring expired',
      'revoked revoked',
    ]);
    server.setNow(inDays(90));
    // No session lives as long.
    const left = await listRecentKeys(
      server.deps,
      createScope(server.deps.database, organizationId),
    );
    expect(left.items.map(({ name }) => name)).toEqual(['new', 'old', 'test']);
  } finally {
    server.setNow(null);
  }
});

it('revokes a key from its next request on, on every server, and only once', async () => {
  const other = await buildApp(server.deps);
  const { key, text } = await create('CI');
  expect([(await whoami(text)).status, (await whoami(text, other)).status]).toEqual([200, 200]);
  const revoked = await call(server, admin, 'apiKeys.revoke', { id: key.id });
  expect(revoked).toMatchObject({ status: 'revoked', name: 'CI' });
  expect([(await whoami(text)).status, (await whoami(text, other)).status]).toEqual([401, 401]);
  const again = await call(server, admin, 'apiKeys.revoke', { id: key.id });
  expect(again.revokedAt).toBe(revoked.revokedAt);
  expect((await auditOf()).map(({ action }) => action)).toEqual([
    'apiKey.revoked',
    'apiKey.created',
    'apiKey.created',
  ]);
  await other.close();
});

it('edits name, limits and expiry, and records what changed', async () => {
  const { key } = await create('CI', { readsPerMinute: 5, expiresAt: inDays(1).toISOString() });
  const edited = await call(server, admin, 'apiKeys.edit', {
    id: key.id,
    name: 'CI of main',
    readsPerMinute: null,
    expiresAt: null,
  });
  expect(edited).toEqual({
    ...key,
    name: 'CI of main',
    readsPerMinute: null,
    expiresAt: null,
    limits: { readsPerMinute: 100_000, writesPerMinute: 100_000 },
  });
  expect((await auditOf())[0]).toEqual({
    action: 'apiKey.edited',
    actor: adminEmail,
    target: 'CI of main',
    details: {
      before: { name: 'CI', readsPerMinute: 5, expiresAt: key.expiresAt },
      after: { name: 'CI of main', readsPerMinute: null, expiresAt: null },
    },
  });
  expect(await call(server, admin, 'apiKeys.edit', { id: key.id, name: 'CI of main' })).toEqual(
    edited,
  );
  expect(await auditOf()).toHaveLength(3);
});

it('counts requests against the limits of an edited key at once', async () => {
  const { key, text } = await create('CI');
  await call(server, admin, 'apiKeys.edit', { id: key.id, readsPerMinute: 7 });
  expect((await whoami(text)).headers['x-ratelimit-limit']).toBe('7');
});

it('refuses an expiry in the past, a name that an active key has, and to edit a revoked key', async () => {
  const past = await refusal(server, admin, 'apiKeys.create', {
    name: 'CI',
    expiresAt: inDays(-1).toISOString(),
  });
  expect(past).toEqual({
    status: 400,
    message: 'expiresAt: Must lie in the future.',
    details: [{ path: 'expiresAt', message: 'Must lie in the future' }],
  });
  const { key } = await create('CI');
  const other = (await create('other')).key;
  const taken = {
    status: 409,
    message:
      "There is an active API key with the name 'CI'. Use another name, or revoke that key first.",
  };
  expect(await refusal(server, admin, 'apiKeys.create', { name: ' CI ' })).toEqual(taken);
  expect(await refusal(server, admin, 'apiKeys.edit', { id: other.id, name: 'CI' })).toEqual(taken);
  await call(server, admin, 'apiKeys.revoke', { id: key.id });
  expect(await refusal(server, admin, 'apiKeys.edit', { id: key.id, name: 'CI 2' })).toEqual({
    status: 409,
    message: "The API key 'CI' is revoked. Create another one.",
  });
  expect((await create('CI')).key.name).toBe('CI');
});

it('gives a name to one of several keys that are created at once', async () => {
  const inputs = Array.from({ length: 5 }, () =>
    create('CI').then(
      () => 200,
      () => 409,
    ),
  );
  expect((await Promise.all(inputs)).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409]);
});

it('revives an expired key by a later expiry, unless its name is taken', async () => {
  const { key, text } = await create('CI', { expiresAt: inDays(1).toISOString() });
  server.setNow(inDays(2));
  try {
    const { token } = await signInAs(server, organizationId, 'admin');
    expect((await whoami(text)).status).toBe(401);
    const twin = await call(server, token, 'apiKeys.create', { name: 'CI' });
    const later = { id: key.id, expiresAt: inDays(1).toISOString() };
    expect((await refusal(server, token, 'apiKeys.edit', later)).status).toBe(409);
    await call(server, token, 'apiKeys.revoke', { id: twin.key.id });
    expect((await call(server, token, 'apiKeys.edit', later)).status).toBe('active');
    expect((await whoami(text)).status).toBe(200);
  } finally {
    server.setNow(null);
  }
});

it('reports the first execution that a key uploaded to', async () => {
  const { key, text } = await create('CI');
  const firstUse = () => call(server, admin, 'apiKeys.firstUse', { id: key.id });
  expect(await firstUse()).toEqual({ lastUsedAt: null, execution: null });
  const to = { app: server.app, apiKey: text };
  const { executionId, number, url } = await upload(to, makeUpload());
  await upload(to, makeUpload());
  const execution = { id: executionId, number, project: 'shop', url };
  await expect.poll(firstUse).toEqual({ lastUsedAt: expect.any(String) as string, execution });
});

it('lets members read, and says who may change keys', async () => {
  const { token: member } = await signInAs(server, organizationId, 'member');
  const { key } = await create('CI');
  expect(await call(server, member, 'apiKeys.list', {})).toEqual({
    items: await listed(),
    defaults: { readsPerMinute: 100_000, writesPerMinute: 100_000 },
  });
  const { id } = key;
  for (const refused of [
    await refusal(server, member, 'apiKeys.create', { name: 'x' }),
    await refusal(server, member, 'apiKeys.edit', { id, name: 'x' }),
    await refusal(server, member, 'apiKeys.revoke', { id }),
  ]) {
    expect(refused).toEqual({
      status: 403,
      message: expect.stringMatching(
        /^This requires the role 'admin', and '.*' has the role 'member'\. Ask an admin or owner of the organization\.$/,
      ) as string,
    });
  }
});
