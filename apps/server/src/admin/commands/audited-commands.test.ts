import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeOwnApp, type TestApp } from '../../../test/app.ts';
import { makeUpload, upload } from '../../../test/make.ts';
import { call } from '../../../test/procedures.ts';
import { actionsOf } from '../../../test/people.ts';
import { listOrganizationsNamed } from '../../people/organizations/organizations.queries.ts';
import { createOrganizationWithKey } from './organizations.ts';
import { createKey, revokeKeyById } from './keys.ts';
import { eraseProject } from './projects.ts';
import { setQuota } from './quota.ts';
import { setRetention } from './retention.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeOwnApp({ because: 'finds organizations by name among all of the server' });
});
afterAll(() => server.close());

it('records the changes of svc-admin with its name, and without a user or an address', async () => {
  const { deps, organizationId } = server;
  const organization = { id: organizationId, name: 'Default' };
  await upload(server, makeUpload());
  await createKey(deps, organization, { name: 'CI' });
  const { token } = await server.signIn();
  const [key] = (await call(server, token, 'apiKeys.list', {})).items;
  await revokeKeyById(deps, organization, key?.id ?? '');
  await setRetention(deps, organization, { results: 90 });
  await setQuota(deps, organizationId, { results: 5 });
  await eraseProject(deps, organization, 'shop');
  const { items } = await call(server, token, 'auditLog.list', { actor: 'svc-admin' });
  expect(items.map(({ action, target }) => `${action} ${target.name}`)).toEqual([
    'project.deleted shop',
    'settings.quota-changed quota',
    'settings.retention-changed retention',
    'apiKey.revoked CI',
    'apiKey.created CI',
  ]);
  for (const { actor, address } of items) {
    expect([actor, address]).toEqual([{ kind: 'server', id: null, name: 'svc-admin' }, null]);
  }
});

it('records the creation of an organization in its own audit log', async () => {
  await createOrganizationWithKey(server.deps, 'Second');
  const [organization] = await listOrganizationsNamed(server.deps.database, 'Second');
  expect(await actionsOf(server, organization?.id ?? '')).toEqual([
    'svc-admin organization.created Second',
  ]);
});

it('refuses a second active key of one name, as the dashboard does', async () => {
  const organization = { id: server.organizationId, name: 'Default' };
  await createKey(server.deps, organization, { name: 'twice' });
  await expect(createKey(server.deps, organization, { name: 'twice' })).rejects.toThrow(
    "There is an active API key with the name 'twice'.",
  );
});
