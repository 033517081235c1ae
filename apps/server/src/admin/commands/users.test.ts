import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { makeBrowser, makePerson, PASSWORD } from '../../../test/people.ts';
import { findCredential } from '../../people/users/credentials.queries.ts';
import { verifyEmail } from '../../people/users/resets.queries.ts';
import { addUser, resetUserPassword, showUsers } from './users.ts';

let server: TestApp;
let theirs: { id: string; name: string };
beforeAll(async () => {
  server = await makeApp();
  const { organizationId } = await server.makeOrganization('Theirs');
  theirs = { id: organizationId, name: 'Theirs' };
});
afterAll(() => server.close());

const mine = () => ({ id: server.organizationId, name: 'Default' });

const addTo = (organization: { id: string; name: string }, email: string, isVerified = false) =>
  addUser(server.deps, organization, { email, role: 'admin', isVerified });

/** An account that the inviter made with an invitation for another person's address. */
async function takeAddress(email: string) {
  const inviter = await makePerson(server, { role: 'owner', organizationId: theirs.id });
  const { data } = await inviter.change<{ link: string }>('members.invite', {
    email,
    role: 'member',
  });
  const invitation = data.link.split('/').at(-1);
  const browser = makeBrowser(server);
  await browser.change('account.signUp', { name: 'Mallory', password: PASSWORD, invitation });
  expect(await browser.signIn(email)).toBe(200);
  return browser;
}

async function organizationsOf(email: string): Promise<string[]> {
  const [list = '[]'] = await showUsers(server.deps, true);
  const users = JSON.parse(list) as { email: string; organizations: string[] }[];
  return users.find((user) => user.email === email)?.organizations ?? [];
}

it('hands no organization to the account that an inviter made with another’s address', async () => {
  await takeAddress('cfo@a.test');
  await expect(addTo(mine(), 'cfo@a.test')).rejects.toThrow(
    /with an unverified address.*reset-password cfo@a\.test.*--verified/s,
  );
  expect(await organizationsOf('cfo@a.test')).toEqual(['member of Theirs']);
  expect((await showUsers(server.deps, false)).join('\n')).toMatch(/cfo@a\.test +unverified /);
});

it('does so after a new one-time password, which ends the sessions of who made it', async () => {
  const mallory = await takeAddress('cto@a.test');
  const [password] = await resetUserPassword(server.deps, 'cto@a.test');
  await expect(addTo(mine(), 'cto@a.test')).rejects.toThrow(/--verified/);
  await addTo(mine(), 'cto@a.test', true);
  expect(await organizationsOf('cto@a.test')).toEqual(['admin of Default', 'member of Theirs']);
  expect((await mallory.ask('members.list')).status).toBe(401);
  expect(await makeBrowser(server).signIn('cto@a.test')).toBe(401);
  expect(await makeBrowser(server).signIn('cto@a.test', password)).toBe(200);
});

it('does so once the address is verified by a mail', async () => {
  await takeAddress('ceo@a.test');
  const user = await findCredential(server.deps, { email: 'ceo@a.test' });
  await verifyEmail(server.deps.database, user?.userId ?? '');
  await addTo(mine(), 'ceo@a.test');
  expect(await organizationsOf('ceo@a.test')).toEqual(['admin of Default', 'member of Theirs']);
});

it('asks the same for an account that an operator made for another organization', async () => {
  await addTo(theirs, 'new@a.test');
  await expect(addTo(mine(), 'new@a.test')).rejects.toThrow(/--verified/);
  expect(await addTo(theirs, 'new@a.test')).toEqual([
    "'new@a.test' is a member of Theirs already.",
  ]);
  await addTo(mine(), 'new@a.test', true);
  expect(await organizationsOf('new@a.test')).toEqual(['admin of Default', 'admin of Theirs']);
});

it('takes known people with a verified address, and new ones, as before', async () => {
  const person = await makePerson(server, { role: null });
  expect(await addTo(mine(), person.email)).toEqual([]);
  expect(await addTo(mine(), 'first@a.test')).toEqual([
    expect.stringMatching(/^(?:.{4}-){3}.{4}$/),
  ]);
});

it('shows in the list of members who is unverified', async () => {
  await takeAddress('coo@a.test');
  const owner = await makePerson(server, { role: 'owner', organizationId: theirs.id });
  const { data } = await owner.ask<{ items: { email: string; isVerified: boolean }[] }>(
    'members.list',
  );
  const verified = new Map(data.items.map(({ email, isVerified }) => [email, isVerified]));
  expect(verified.get('coo@a.test')).toBe(false);
  expect(verified.get(owner.email)).toBe(true);
});
