import { resolve } from 'node:path';
import type { AccountAnswer } from '@svc/contract/people/account';
import type { NewInvitation } from '@svc/contract/people/members';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { inDays } from '../../../test/clock.ts';
import { untilLocked } from '../../../test/locks.ts';
import { actionsOf, makeBrowser, makePerson, makeTeam, PASSWORD } from '../../../test/people.ts';
import type { SignedInUser } from '../../principal.ts';
import { describeAccount } from './account.service.ts';

let test: TestApp;
beforeAll(async () => {
  test = await makeApp();
});
afterAll(() => test.close());

/** The last part of a link, which the page sends. */
function tokenIn(link: string): string {
  return link.split('/').at(-1) ?? '';
}

async function makeInvitation(options: { email: string; role?: string }) {
  const team = await makeTeam(test);
  const { data } = await team.owner.change<NewInvitation>('members.invite', {
    role: 'member',
    ...options,
  });
  return { ...team, id: data.invitation.id, token: tokenIn(data.link) };
}

const NOBODY = {
  user: null,
  organizations: [],
  activeOrganization: null,
  mayCreateOrganizations: false,
  signUp: 'invitation',
  providers: [],
  passwords: true,
  sendsMail: false,
  // The tests run from a checkout.
  checkout: { folder: null },
};

describe('account.get', () => {
  it('answers a visitor, also one whose session is over', async () => {
    const visitor = makeBrowser(test);
    expect(await visitor.ask('account.get')).toMatchObject({ status: 200, data: NOBODY });
    const person = await makePerson(test);
    const { cookie } = person;
    test.setNow(inDays(8));
    const expired = await person.ask('account.get');
    test.setNow(null);
    expect(expired).toMatchObject({ status: 200, data: NOBODY });
    visitor.cookie = cookie?.replace(/.{8}$/, 'AAAAA%3D');
    expect(await visitor.ask('account.get')).toMatchObject({ status: 200, data: NOBODY });
  });

  it('answers a user with their organizations, and one without any', async () => {
    const { owner, organizationId } = await makeTeam(test, 'Zebra');
    const { data } = await owner.ask<AccountAnswer>('account.get');
    const zebra = { id: organizationId, name: 'Zebra', role: 'owner' };
    expect(data).toEqual({
      ...NOBODY,
      user: {
        id: owner.userId,
        email: owner.email,
        name: 'Ada',
        mustChangePassword: false,
        hasPassword: true,
      },
      organizations: [zebra],
      activeOrganization: zebra,
      mayCreateOrganizations: true,
    });
    const alone = await makePerson(test, { role: null });
    expect(await alone.ask('account.get')).toMatchObject({
      status: 200,
      data: { user: { email: alone.email }, organizations: [], activeOrganization: null },
    });
    const refused = await alone.ask('whoami.get');
    expect([refused.status, refused.code, refused.details?.[0]?.path]).toEqual([
      403,
      'FORBIDDEN',
      'organization',
    ]);
  });

  it('names the folder of its checkout only to users on the same machine', async () => {
    const { config } = test.deps;
    const checkoutFor = async (
      user: SignedInUser | null,
      change: Partial<TestApp['deps']['config']>,
    ) => {
      const deps = { ...test.deps, config: { ...config, ...change } };
      return (await describeAccount(deps, user)).checkout;
    };
    const { userId, email } = await makePerson(test);
    const user = {
      id: userId,
      email,
      name: 'Ada',
      organizationId: null,
      mustChangePassword: false,
      sessionId: '',
      address: '',
    };
    const folder = resolve(import.meta.dirname, '../../../../..');
    for (const host of ['localhost:4400', '127.0.0.1', '[::1]:4400']) {
      expect(await checkoutFor(user, { baseUrl: `http://${host}` })).toEqual({ folder });
      expect(await checkoutFor(null, { baseUrl: `http://${host}` })).toEqual({ folder: null });
    }
    for (const host of [
      'svc.example.com',
      'localhost.example.com',
      '10.0.0.7',
      '127.example.com',
    ]) {
      expect(await checkoutFor(user, { baseUrl: `http://${host}` })).toEqual({ folder: null });
    }
    const published = { baseUrl: 'http://localhost:4400', checkoutDir: null };
    expect(await checkoutFor(user, published)).toBe(null);
  });

  it('answers an API key as nobody', async () => {
    const answer = await test.app.inject({
      url: '/trpc/account.get?input={}',
      headers: { authorization: `Bearer ${test.apiKey}` },
    });
    expect(answer.json().result.data).toEqual(NOBODY);
  });
});

describe('an invitation', () => {
  it('is shown to who has its link, with nothing about accounts', async () => {
    const known = await makePerson(test, { role: null });
    for (const email of [known.email, 'unknown@svc.test']) {
      const { token } = await makeInvitation({ email });
      expect(await makeBrowser(test).ask('account.invitation', { token })).toMatchObject({
        status: 200,
        data: {
          organization: 'Team',
          email,
          role: 'member',
          invitedBy: 'Ada',
          expiresAt: expect.any(String),
        },
      });
    }
  });

  it('makes a signed-in user a member, and the session acts for the organization', async () => {
    const guest = await makePerson(test, { role: null });
    const { token, organizationId, owner } = await makeInvitation({
      email: guest.email.toUpperCase(),
      role: 'admin',
    });
    const accepted = await guest.change('account.acceptInvitation', { token });
    expect(accepted).toMatchObject({ status: 200, data: { id: organizationId, name: 'Team' } });
    expect((await guest.ask('whoami.get')).data).toMatchObject({
      organization: { id: organizationId },
      credential: { role: 'admin' },
    });
    expect(await actionsOf(test, organizationId)).toEqual([
      `${owner.email} member.invited ${guest.email}`,
      `${guest.email} member.joined ${guest.email}`,
    ]);
    const again = await guest.change('account.acceptInvitation', { token });
    expect([again.status, again.code]).toEqual([404, 'NOT_FOUND']);
  });

  it('for another address is refused, and stays valid', async () => {
    const stranger = await makePerson(test, { role: null });
    const guest = await makePerson(test, { role: null });
    const { token } = await makeInvitation({ email: guest.email });
    const refused = await stranger.change('account.acceptInvitation', { token });
    expect([refused.status, refused.message]).toEqual([
      403,
      `The invitation is for '${guest.email}', and you are signed in as '${stranger.email}'. Sign out, and sign in or sign up as '${guest.email}'.`,
    ]);
    expect((await guest.change('account.acceptInvitation', { token })).status).toBe(200);
  });

  it('makes one member of two simultaneous uses', async () => {
    const guest = await makePerson(test, { role: null });
    const { token, organizationId } = await makeInvitation({ email: guest.email });
    const answers = await Promise.all(
      [1, 2, 3].map(() => guest.change('account.acceptInvitation', { token })),
    );
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, 404, 404]);
    const actions = await actionsOf(test, organizationId);
    expect(actions.filter((one) => one.includes('member.joined'))).toHaveLength(1);
  });

  it.each(['revoked', 'expired', 'of a deleted organization', 'forged', 'of another kind'])(
    'that is %s is not found',
    async (kind) => {
      const guest = await makePerson(test, { role: null });
      const { token, owner, id } = await makeInvitation({ email: guest.email });
      let sent = token;
      if (kind === 'revoked') await owner.change('members.revokeInvitation', { id });
      if (kind === 'expired') test.setNow(inDays(6.99));
      if (kind === 'expired') {
        await test.deps.database.query(
          `UPDATE invitations SET expires_at = expires_at - interval '1 day' WHERE id = $1`,
          [id],
        );
      }
      if (kind === 'of a deleted organization') {
        await owner.change('organizations.delete', { name: 'Team' });
      }
      if (kind === 'forged') sent = `${token.slice(0, -4)}AAAA`;
      if (kind === 'of another kind') sent = `${token}x`;
      const answers = [
        await guest.change('account.acceptInvitation', { token: sent }),
        await makeBrowser(test).ask('account.invitation', { token: sent }),
        await makeBrowser(test).change('account.signUp', {
          name: 'Guest',
          password: PASSWORD,
          invitation: sent,
        }),
      ];
      test.setNow(null);
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    },
  );
});

describe('signing up by an invitation', () => {
  it('makes an account with the invited address, and a member', async () => {
    const { token, organizationId, owner } = await makeInvitation({
      email: 'grace@svc.test',
      role: 'admin',
    });
    const grace = makeBrowser(test);
    const signedUp = await grace.change('account.signUp', {
      name: ' Grace ',
      password: PASSWORD,
      invitation: token,
    });
    expect(signedUp).toMatchObject({
      status: 200,
      data: { email: 'grace@svc.test', next: 'sign-in' },
    });
    expect(await grace.signIn('grace@svc.test')).toBe(200);
    expect((await grace.ask('account.get')).data).toMatchObject({
      user: { name: 'Grace' },
      activeOrganization: { id: organizationId, role: 'admin' },
    });
    expect(await actionsOf(test, organizationId)).toEqual([
      `${owner.email} member.invited grace@svc.test`,
      `grace@svc.test member.joined grace@svc.test`,
    ]);
  });

  it('makes no account by an invitation that is revoked at the same moment', async () => {
    const { token, id } = await makeInvitation({ email: 'late@svc.test' });
    const answer = await test.deps.database.transaction(async (transaction) => {
      await transaction.query(`UPDATE invitations SET status = 'revoked' WHERE id = $1`, [id]);
      const input = { name: 'Late', password: PASSWORD, invitation: token };
      const sent = makeBrowser(test).change('account.signUp', input);
      await untilLocked(test, 'DELETE FROM invitations');
      return { sent };
    });
    expect((await answer.sent).status).toBe(404);
    expect(await makeBrowser(test).signIn('late@svc.test')).toBe(401);
  });

  it('answers the same for an address with an account, and changes nothing', async () => {
    const known = await makePerson(test, { role: null });
    const { token, organizationId } = await makeInvitation({ email: known.email });
    const browser = makeBrowser(test);
    const password = 'another long password';
    const answer = await browser.change('account.signUp', {
      name: 'Mallory',
      password,
      invitation: token,
    });
    expect(answer).toMatchObject({ status: 200, data: { email: known.email, next: 'sign-in' } });
    expect(await browser.signIn(known.email, password)).toBe(401);
    expect(await actionsOf(test, organizationId)).toHaveLength(1);
    expect((await known.change('account.acceptInvitation', { token })).status).toBe(200);
  });

  it.each([
    ['a short password', 'password', { password: 'elevenchars' }],
    ['a long password', 'password', { password: 'x'.repeat(129) }],
    ['an empty name', 'name', { name: '  ' }],
    ['a name of two lines', 'name', { name: 'Ada\nBcc: all@svc.test' }],
    ['an address of its own', 'email', { email: 'else@svc.test' }],
  ])('is refused with %s', async (_what, path, input) => {
    const { token } = await makeInvitation({ email: 'newcomer@svc.test' });
    const answer = await makeBrowser(test).change('account.signUp', {
      name: 'New',
      password: PASSWORD,
      invitation: token,
      ...input,
    });
    expect([answer.status, answer.code]).toEqual([400, 'BAD_REQUEST']);
    expect(answer.details?.map((detail) => detail.path)).toEqual([path]);
  });

  it('is for nobody on a closed server, where users accept invitations still', async () => {
    const closed = await makeApp({ SVC_SIGN_UP: 'closed' });
    const { owner } = await makeTeam(closed);
    const guest = await makePerson(closed, { role: null });
    const invited = await owner.change<NewInvitation>('members.invite', {
      email: guest.email,
      role: 'member',
    });
    const token = tokenIn(invited.data.link);
    const signUp = await makeBrowser(closed).change('account.signUp', {
      name: 'Guest',
      password: PASSWORD,
      invitation: token,
    });
    const accepted = await guest.change('account.acceptInvitation', { token });
    await closed.close();
    expect([signUp.status, accepted.status]).toEqual([403, 200]);
  });
});

describe('signing up openly', () => {
  it('is refused where it takes an invitation', async () => {
    const answer = await makeBrowser(test).change('account.signUp', {
      name: 'Eve',
      password: PASSWORD,
      email: 'eve@svc.test',
    });
    expect([answer.status, answer.code]).toEqual([403, 'FORBIDDEN']);
  });

  it('makes an account with an organization of its own, once, and answers the same twice', async () => {
    const open = await makeApp({ SVC_SIGN_UP: 'open' });
    const [eve, mallory] = [makeBrowser(open), makeBrowser(open)];
    const signUp = (browser: typeof eve, password: string) =>
      browser.change('account.signUp', { name: 'Eve', password, email: 'Eve@svc.test' });
    const answers = [await signUp(eve, PASSWORD), await signUp(mallory, 'another long password')];
    expect(answers.map(({ status, data }) => [status, data])).toEqual([
      [200, { email: 'eve@svc.test', next: 'sign-in' }],
      [200, { email: 'eve@svc.test', next: 'sign-in' }],
    ]);
    const statuses = [
      await eve.signIn('eve@svc.test'),
      await mallory.signIn('eve@svc.test', 'another long password'),
    ];
    const { data } = await eve.ask<AccountAnswer>('account.get');
    expect(data).toMatchObject({
      organizations: [{ name: "Eve's organization", role: 'owner' }],
      mayCreateOrganizations: true,
    });
    const { status } = await eve.ask('executions.list');
    await open.close();
    expect([statuses, status]).toEqual([[200, 401], 200]);
  });
});

it('takes as long for an address with an account as for one without', async () => {
  const open = await makeApp({ SVC_SIGN_UP: 'open' });
  const known = await makePerson(open, { role: null });
  const took = async (email: string): Promise<number> => {
    const startedAt = performance.now();
    const answer = await makeBrowser(open).change('account.signUp', {
      name: 'Eve',
      password: PASSWORD,
      email,
    });
    expect(answer.status).toBe(200);
    return performance.now() - startedAt;
  };
  const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
  for (let round = 0; round < 5; round++) {
    times.known.push(await took(known.email));
    times.unknown.push(await took(`nobody${round}@svc.test`));
  }
  await open.close();
  // The hash of the password takes most of the time, and is computed either way.
  const [fastestKnown, fastestUnknown] = [Math.min(...times.known), Math.min(...times.unknown)];
  expect(fastestKnown).toBeGreaterThan(fastestUnknown / 2);
  expect(fastestUnknown).toBeGreaterThan(fastestKnown / 2);
});

it('limits sign-ups per address and per account, whether or not the account exists', async () => {
  const open = await makeApp({ SVC_SIGN_UP: 'open' });
  open.setNow(new Date('2026-11-20T12:00:30Z'));
  const known = await makePerson(open, { role: null });
  const tries = async (email: string): Promise<number[]> => {
    const statuses = [];
    for (let count = 0; count < 6; count++) {
      const input = { name: 'Eve', password: PASSWORD, email };
      statuses.push((await makeBrowser(open).change('account.signUp', input)).status);
    }
    return statuses;
  };
  expect(await tries(known.email)).toEqual([200, 200, 200, 200, 200, 429]);
  expect(await tries('nobody@svc.test')).toEqual([200, 200, 200, 200, 200, 429]);
  const one = makeBrowser(open);
  const statuses = [];
  for (let count = 0; count < 11; count++) {
    const input = { name: 'Eve', password: PASSWORD, invitation: `nonsense${count}` };
    statuses.push((await one.change('account.signUp', input)).status);
  }
  open.setNow(null);
  await open.close();
  expect(statuses).toEqual([...Array<number>(10).fill(404), 429]);
});

it('limits guesses of links, and visits without a session, per address', async () => {
  const one = await makeApp();
  one.setNow(new Date('2026-11-20T12:00:30Z'));
  const visitor = makeBrowser(one);
  const opened = [];
  for (let tries = 0; tries < 31; tries++) {
    opened.push((await visitor.ask('account.invitation', { token: `guess${tries}` })).status);
  }
  const reset = await visitor.change('account.resetPassword', {
    token: 'guess',
    password: PASSWORD,
  });
  const visits = [];
  for (let count = 0; count < 240; count++) {
    visits.push((await visitor.ask('account.get')).status);
  }
  const elsewhere = await makeBrowser(one).ask('account.get');
  one.setNow(null);
  await one.close();
  expect(opened).toEqual([...Array<number>(30).fill(404), 429]);
  expect(reset.status).toBe(429);
  // The 32 requests before count too.
  expect(visits).toEqual([...Array<number>(208).fill(200), ...Array<number>(32).fill(429)]);
  expect(elsewhere.status).toBe(200);
});
