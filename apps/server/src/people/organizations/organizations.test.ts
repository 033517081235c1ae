import type { AccountAnswer } from '@svc/contract/people/account';
import type { NewInvitation } from '@svc/contract/people/members';
import type { OwnOrganization } from '@svc/contract/people/organizations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeOwnApp, type TestApp } from '../../../test/app.ts';
import { actionsOf, makeBrowser, makePerson, makeTeam, PASSWORD } from '../../../test/people.ts';
import { untilLocked } from '../../../test/locks.ts';
import { insertMember } from '../members/members.queries.ts';
import { showOrganizations } from '../../admin/commands/organizations.ts';
import { resolveOrganization } from '../../admin/with-store.ts';
import { eraseDeletedOrganizations } from '../../lifetime/erasure/delete-organization.ts';
import type { SvcError } from '../../errors.ts';
import { deleteUser } from '../account/delete-user.ts';
import { createApiKey } from '../api-keys/api-keys.service.ts';
import { createScope } from '../../db/scope.ts';

let test: TestApp;
beforeAll(async () => {
  test = await makeOwnApp({ because: 'lists all organizations' });
});
afterAll(() => test.close());

/** The number of rows that contain the text, by table; tables without any are left out. */
async function rowsWith(text: string): Promise<Record<string, number>> {
  const tables = await test.deps.database.query<{ name: string }>(
    `SELECT relname AS name
     FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
     ORDER BY 1`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await test.deps.database.query<{ rows: number }>(
      `SELECT count(*)::integer AS rows FROM ${name} WHERE ${name}::text LIKE '%' || $1 || '%'`,
      [text],
    );
    if ((row?.rows ?? 0) > 0) counts[name] = row?.rows ?? 0;
  }
  return counts;
}

describe('creating', () => {
  it('is for owners of an organization; the session acts for the new one', async () => {
    const { owner, admin } = await makeTeam(test);
    expect((await admin.change('organizations.create', { name: 'Mine' })).status).toBe(403);
    const { data } = await owner.change<OwnOrganization>('organizations.create', {
      name: ' Second ',
    });
    expect(data).toEqual({ id: expect.any(String), name: 'Second', role: 'owner' });
    expect((await owner.ask('whoami.get')).data).toMatchObject({
      organization: { id: data.id, name: 'Second' },
      credential: { role: 'owner' },
    });
    expect(await actionsOf(test, data.id)).toEqual([`${owner.email} organization.created Second`]);
  });

  it('is for everyone where anybody may sign up', async () => {
    const open = await makeOwnApp({
      because: 'lists all organizations',
      env: { SVC_SIGN_UP: 'open' },
    });
    const person = await makePerson(open, { role: null });
    const answer = await person.change('organizations.create', { name: 'First' });
    const { data } = await person.ask('account.get');
    await open.close();
    expect([answer.status, data]).toEqual([
      200,
      expect.objectContaining({ activeOrganization: expect.objectContaining({ name: 'First' }) }),
    ]);
  });
});

it('switches between the organizations of the user, and to no other', async () => {
  const [one, two] = [await makeTeam(test, 'One'), await makeTeam(test, 'Two')];
  const { data } = await two.owner.change<NewInvitation>('members.invite', {
    email: one.member.email,
    role: 'admin',
  });
  const token = data.link.split('/').at(-1);
  await one.member.change('account.acceptInvitation', { token });
  const active = async () =>
    (await one.member.ask<AccountAnswer>('account.get')).data.activeOrganization;
  expect(await active()).toMatchObject({ name: 'Two', role: 'admin' });
  const switchTo = (organizationId: string) =>
    one.member.change('account.switchOrganization', { organizationId });
  expect((await switchTo(one.organizationId)).status).toBe(200);
  expect(await active()).toMatchObject({ name: 'One', role: 'member' });
  const { organizationId: foreign } = await makeTeam(test, 'Three');
  const none = test.deps.random.id();
  const [refused, unknown] = [await switchTo(foreign), await switchTo(none)];
  expect(refused.status).toBe(404);
  expect(refused.message?.replace(foreign, none)).toBe(unknown.message);
  expect(await active()).toMatchObject({ name: 'One' });
});

describe('renaming', () => {
  it('shows everywhere at once', async () => {
    const { owner, admin, organizationId } = await makeTeam(test, 'Before');
    const { text } = await createApiKey(
      test.deps,
      createScope(test.deps.database, organizationId),
      {
        name: 'CI',
        createdBy: null,
      },
    );
    const { data } = await owner.change<NewInvitation>('members.invite', {
      email: 'later@svc.test',
      role: 'member',
    });
    expect((await admin.change('organizations.rename', { name: 'After' })).status).toBe(200);

    expect((await owner.ask('whoami.get')).data).toMatchObject({
      organization: { name: 'After' },
    });
    const key = await test.app.inject({
      url: '/api/whoami',
      headers: { authorization: `Bearer ${text}` },
    });
    expect(key.json().data.organization.name).toBe('After');
    expect((await owner.ask('account.get')).data).toMatchObject({
      activeOrganization: { name: 'After' },
    });
    const token = data.link.split('/').at(-1);
    expect((await makeBrowser(test).ask('account.invitation', { token })).data).toMatchObject({
      organization: 'After',
    });
    const list = (await showOrganizations(test.deps, false)).join('\n');
    expect(list).toMatch(/ After$/m);
    expect(list).not.toContain('Before');
    expect(await actionsOf(test, organizationId)).toContain(
      `${admin.email} organization.renamed After`,
    );
  });

  it('to the id of another organization does not hide that one from svc-admin', async () => {
    const [mine, theirs] = [await makeTeam(test, 'Mine'), await makeTeam(test, 'Theirs')];
    await mine.owner.change('organizations.rename', { name: theirs.organizationId });
    expect(await resolveOrganization(test.deps, theirs.organizationId)).toEqual({
      id: theirs.organizationId,
      name: 'Theirs',
    });
  });

  it('is for admins and owners', async () => {
    const { member } = await makeTeam(test);
    expect((await member.change('organizations.rename', { name: 'Ours' })).status).toBe(403);
  });
});

describe('deleting an organization', () => {
  it('is for owners, who type its name; members go on elsewhere or with none', async () => {
    const { owner, admin, member, organizationId } = await makeTeam(test, 'Doomed');
    const other = await owner.change<OwnOrganization>('organizations.create', { name: 'Other' });
    await owner.change('account.switchOrganization', { organizationId });
    await admin.change('members.invite', { email: 'guest@svc.test', role: 'member' });
    const remove = (person: typeof owner, name: string) =>
      person.change('organizations.delete', { name });
    expect((await remove(admin, 'Doomed')).status).toBe(403);
    const mistyped = await remove(owner, 'doomed');
    expect([mistyped.status, mistyped.details?.[0]?.path]).toEqual([400, 'name']);
    expect((await remove(owner, 'Doomed')).status).toBe(200);

    expect((await owner.ask('whoami.get')).data).toMatchObject({
      organization: { id: other.data.id },
    });
    for (const person of [admin, member]) {
      expect((await person.ask('whoami.get')).status).toBe(403);
      expect((await person.ask('account.get')).data).toMatchObject({
        user: { email: person.email },
        organizations: [],
        activeOrganization: null,
      });
    }
    expect((await actionsOf(test, organizationId)).at(-1)).toBe(
      `${owner.email} organization.deleted Doomed`,
    );
    await eraseDeletedOrganizations(test.deps);
    const { audit_log: _, ...left } = await rowsWith(organizationId);
    expect(left).toEqual({});
  });
});

describe('deleting a user', () => {
  it('leaves nothing of them but their name on what they did', async () => {
    const { owner, admin, organizationId } = await makeTeam(test);
    await owner.change('members.changeRole', { userId: admin.userId, role: 'owner' });
    await owner.change('members.invite', { email: 'guest@svc.test', role: 'member' });
    const scope = createScope(test.deps.database, organizationId);
    const key = { name: 'CI', createdBy: owner.email };
    const { text } = await createApiKey(test.deps, scope, key);

    const unsure = await owner.change('account.delete', { email: owner.email });
    const mistaken = await owner.change('account.delete', {
      email: admin.email,
      password: PASSWORD,
    });
    expect([unsure, mistaken].map(({ status, details }) => [status, details?.[0]?.path])).toEqual([
      [400, 'password'],
      [400, 'email'],
    ]);
    const deleted = await owner.change('account.delete', {
      email: owner.email,
      password: PASSWORD,
    });
    expect(deleted.status).toBe(200);

    expect((await owner.ask('whoami.get')).status).toBe(401);
    expect(await makeBrowser(test).signIn(owner.email)).toBe(401);
    expect(await rowsWith(owner.userId)).toEqual({ audit_log: 3, rate_limits: expect.anything() });
    expect(Object.keys(await rowsWith(owner.email))).toEqual(['api_keys', 'audit_log']);
    expect((await admin.ask('members.invitations')).data).toEqual({ items: [] });
    const works = await test.app.inject({
      url: '/api/whoami',
      headers: { authorization: `Bearer ${text}` },
    });
    expect(works.statusCode).toBe(200);
    expect((await actionsOf(test, organizationId)).at(-1)).toBe(
      `${owner.email} member.left ${owner.email}`,
    );
  });

  it('waits for an organization that somebody makes them an owner of', async () => {
    const { userId, email } = await makePerson(test, { role: null });
    const { organizationId } = await test.makeOrganization('Theirs');
    const { deps } = test;
    const deletion = await createScope(deps.database, organizationId).transaction(async (scope) => {
      const member = { id: deps.random.id(), userId, role: 'owner', at: deps.clock.now() } as const;
      await insertMember(scope, member);
      const begun = deleteUser(deps, { id: userId, email, address: null });
      const outcome = begun.then(
        () => 'deleted',
        (error: unknown) => (error as SvcError).code,
      );
      await untilLocked(test, 'users');
      return { outcome };
    });
    expect(await deletion.outcome).toBe('CONFLICT');
  });

  it('is refused for the last owner of an organization', async () => {
    const { owner, member } = await makeTeam(test);
    const answer = await owner.change('account.delete', {
      email: owner.email,
      password: PASSWORD,
    });
    expect([answer.status, answer.code]).toEqual([409, 'CONFLICT']);
    expect((await owner.ask('whoami.get')).status).toBe(200);
    await deleteUser(test.deps, { id: member.userId, email: member.email, address: null });
    expect((await member.ask('account.get')).data).toMatchObject({ user: null });
  });
});
