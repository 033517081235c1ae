import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { inDays } from '../../../test/clock.ts';
import { createScope } from '../../db/scope.ts';
import { listAllApiKeys, createApiKey, revokeKey } from './api-keys.service.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeApp();
});
afterAll(() => server.close());

async function makeScope() {
  const { organizationId } = await server.makeOrganization('Keys');
  return createScope(server.deps.database, organizationId);
}

it('lists the keys of the organization, the newest first', async () => {
  const scope = await makeScope();
  const expiresAt = inDays(1).toISOString();
  const input = { name: 'CI', scope: 'ingest', readsPerMinute: 7, expiresAt } as const;
  const { record, text } = await createApiKey(server.deps, scope, { ...input, createdBy: 'me' });
  expect(record).toEqual({
    ...input,
    id: record.id,
    hint: text.slice(-4),
    projects: null,
    branches: null,
    mayClaimBase: true,
    writesPerMinute: null,
    status: 'active',
    createdAt: record.createdAt,
    createdBy: 'me',
    lastUsedAt: null,
    revokedAt: null,
  });
  const [first, ...others] = await listAllApiKeys(server.deps, scope);
  expect([first, others.map(({ name }) => name)]).toEqual([record, ['test']]);
});

it('revokes a key once: a second time changes nothing', async () => {
  const scope = await makeScope();
  const { record } = await createApiKey(server.deps, scope, { name: 'CI', createdBy: null });
  const revoked = await revokeKey(server.deps, scope, record.id);
  expect(revoked).toEqual({ ...record, status: 'revoked', revokedAt: revoked.revokedAt });
  server.setNow(inDays(1));
  expect(await revokeKey(server.deps, scope, record.id)).toEqual(revoked);
  server.setNow(null);
});

it.each(['no id', '0198a0a0-0000-7000-8000-000000000001'])(
  'reports the unknown key %j and a key of another organization as not found',
  async (id) => {
    const [mine, theirs] = [await makeScope(), await makeScope()];
    const { record } = await createApiKey(server.deps, theirs, { name: 'CI', createdBy: null });
    for (const one of [id, record.id]) {
      await expect(revokeKey(server.deps, mine, one)).rejects.toThrow(
        `There is no API key '${one}'.`,
      );
    }
    const [key] = await listAllApiKeys(server.deps, theirs);
    expect(key?.status).toBe('active');
  },
);
