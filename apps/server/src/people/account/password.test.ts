import type { Session } from '@svc/contract/people/account';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { inDays, testClock } from '../../../test/clock.ts';
import {
  actionsOf,
  makeBrowser,
  makePerson,
  makeTeam,
  PASSWORD,
  type Browser,
} from '../../../test/people.ts';
import { formatDevice } from './sessions.service.ts';

const NEW_PASSWORD = 'an entirely new password';

let test: TestApp;
beforeAll(async () => {
  test = await makeApp();
});
afterAll(() => test.close());

async function again(email: string, password = PASSWORD): Promise<Browser> {
  const browser = makeBrowser(test);
  expect(await browser.signIn(email, password)).toBe(200);
  return browser;
}

describe('changing the password', () => {
  it('needs the current one, ends the other sessions, and is noted in every organization', async () => {
    const { member, organizationId } = await makeTeam(test);
    const other = await again(member.email);
    const wrong = await member.change('account.changePassword', {
      currentPassword: 'not the password',
      newPassword: NEW_PASSWORD,
    });
    expect([wrong.status, wrong.details]).toEqual([
      400,
      [{ path: 'currentPassword', message: 'The current password is wrong.' }],
    ]);
    expect((await other.ask('account.sessions')).status).toBe(200);

    const changed = await member.change('account.changePassword', {
      currentPassword: PASSWORD,
      newPassword: NEW_PASSWORD,
    });
    expect(changed.status).toBe(200);
    expect((await member.ask('whoami.get')).status).toBe(200);
    expect((await other.ask('whoami.get')).status).toBe(401);
    expect(await makeBrowser(test).signIn(member.email)).toBe(401);
    expect(await makeBrowser(test).signIn(member.email, NEW_PASSWORD)).toBe(200);
    expect(await actionsOf(test, organizationId)).toEqual([
      `${member.email} member.password-changed ${member.email}`,
    ]);
  });

  it.each([
    ['the same one', { newPassword: PASSWORD }],
    ['a short one', { newPassword: 'elevenchars' }],
    ['a long one', { newPassword: 'x'.repeat(129) }],
  ])('is refused for %s', async (_what, input) => {
    const person = await makePerson(test);
    const answer = await person.change('account.changePassword', {
      currentPassword: PASSWORD,
      ...input,
    });
    expect([answer.status, answer.code, answer.details?.[0]?.path]).toEqual([
      400,
      'BAD_REQUEST',
      'newPassword',
    ]);
  });

  it('succeeds for one of two simultaneous changes, because the other one knows a past password', async () => {
    const { email } = await makePerson(test);
    const [one, two] = [await again(email), await again(email)];
    const answers = await Promise.all([
      one.change('account.changePassword', {
        currentPassword: PASSWORD,
        newPassword: NEW_PASSWORD,
      }),
      two.change('account.changePassword', {
        currentPassword: PASSWORD,
        newPassword: 'another new password',
      }),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  });

  it('slows guesses of the current one down, together with those at sign-in', async () => {
    const person = await makePerson(test);
    // Another address than the one that signed in.
    const thief = { ...makeBrowser(test), cookie: undefined };
    const guess = async () =>
      (
        await test.app.inject({
          method: 'POST',
          url: '/trpc/account.changePassword',
          remoteAddress: thief.address,
          headers: { origin: 'http://svc.test', cookie: person.cookie ?? '' },
          payload: { currentPassword: 'not the password', newPassword: NEW_PASSWORD },
        })
      ).statusCode;
    const statuses = [];
    for (let tries = 0; tries < 11; tries++) statuses.push(await guess());
    expect(statuses).toEqual([...Array<number>(10).fill(400), 429]);
    expect(await makeBrowser(test).signIn(person.email)).toBe(429);
  });
});

it('does not count as a guess what is none', async () => {
  const { email } = await makePerson(test);
  const { cookie } = await again(email);
  // Addresses without an earlier sign-in.
  const change = async (newPassword: string) => {
    const browser = Object.assign(makeBrowser(test), { cookie });
    const input = { currentPassword: PASSWORD, newPassword };
    return (await browser.change('account.changePassword', input)).status;
  };
  const statuses = [];
  for (let tries = 0; tries < 11; tries++) statuses.push(await change(PASSWORD));
  expect(statuses).toEqual(Array<number>(11).fill(400));
  expect(await change(NEW_PASSWORD)).toBe(200);
});

async function makeOneTime() {
  const team = await makeTeam(test);
  await test.deps.database.query('UPDATE users SET must_change_password = true WHERE id = $1', [
    team.admin.userId,
  ]);
  return team;
}

describe('a one-time password', () => {
  it('permits nothing but account.get, its change and the sign-out', async () => {
    const { admin } = await makeOneTime();
    expect((await admin.ask('account.get')).data).toMatchObject({
      user: { mustChangePassword: true },
    });
    const refused = [
      await admin.ask('whoami.get'),
      await admin.ask('executions.list'),
      await admin.ask('members.list'),
      await admin.ask('account.sessions'),
      await admin.change('members.leave'),
      await admin.change('account.endOtherSessions'),
      await admin.change('account.switchOrganization', { organizationId: 'x' }),
      await admin.change('organizations.create', { name: 'Mine' }),
    ];
    for (const answer of refused) {
      expect([answer.status, answer.code, answer.details]).toEqual([
        403,
        'FORBIDDEN',
        [{ path: 'mustChangePassword', message: 'Change the password first' }],
      ]);
    }
    const rest = await test.app.inject({
      url: '/api/executions',
      headers: { cookie: admin.cookie ?? '' },
    });
    expect([rest.statusCode, rest.json().error.details[0].path]).toEqual([
      403,
      'mustChangePassword',
    ]);
    const out = await test.app.inject({
      method: 'POST',
      url: '/api/auth/sign-out',
      headers: { cookie: admin.cookie ?? '', origin: 'http://svc.test' },
    });
    expect(out.statusCode).toBe(200);
  });

  it('permits everything after its change', async () => {
    const { admin } = await makeOneTime();
    const changed = await admin.change('account.changePassword', {
      currentPassword: PASSWORD,
      newPassword: NEW_PASSWORD,
    });
    expect(changed.status).toBe(200);
    expect((await admin.ask('members.list')).status).toBe(200);
  });
});

describe('the sessions', () => {
  it('are listed with their devices, and end one by one or all but the current one', async () => {
    const person = await makePerson(test);
    const [phone, laptop] = [await again(person.email), await again(person.email)];
    await test.deps.database.query(
      `UPDATE sessions SET user_agent = $2
       WHERE id = (SELECT max(id) FROM sessions WHERE user_id = $1)`,
      [person.userId, 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
    );
    const list = async () =>
      (await person.ask<{ items: Session[] }>('account.sessions')).data.items;
    const before = await list();
    expect(before.map(({ isCurrent }) => isCurrent)).toEqual([true, false, false]);
    expect(before.map(({ device }) => device)).toContain('Firefox on Linux');
    const firefox = before.find(({ device }) => device === 'Firefox on Linux');

    const ended = await person.change('account.endSession', { id: firefox?.id });
    expect(ended.status).toBe(200);
    expect((await laptop.ask('whoami.get')).status).toBe(401);
    expect((await phone.ask('whoami.get')).status).toBe(200);
    expect((await person.change('account.endSession', { id: firefox?.id })).status).toBe(404);
    await person.change('account.endOtherSessions');
    expect((await phone.ask('whoami.get')).status).toBe(401);
    expect((await list()).map(({ isCurrent }) => isCurrent)).toEqual([true]);
  });

  it('of a program that signs in each time are too many to list: the last used are', async () => {
    const person = await makePerson(test);
    await test.deps.database.query(
      `INSERT INTO sessions (id, user_id, token, expires_at, created_at, updated_at)
       SELECT gen_random_uuid(), $1, gen_random_uuid(), $2, $3::timestamptz - number * interval '1 s', $3
       FROM generate_series(1, 150) AS number`,
      [person.userId, inDays(1), testClock.now()],
    );
    const { items } = (await person.ask<{ items: Session[] }>('account.sessions')).data;
    expect([items.length, items[0]?.isCurrent]).toEqual([100, true]);
  });

  it('of somebody else are not found', async () => {
    const [mine, theirs] = [await makePerson(test), await makePerson(test)];
    const { data } = await theirs.ask<{ items: Session[] }>('account.sessions');
    const id = data.items[0]?.id ?? '';
    expect((await mine.change('account.endSession', { id })).status).toBe(404);
    expect((await theirs.ask('whoami.get')).status).toBe(200);
  });

  it.each([
    [null, 'Unknown device'],
    ['', 'Unknown device'],
    ['curl/8.5.0', 'curl'],
    ['<script>alert(1)</script>', 'Unknown device'],
    ['x'.repeat(100_000), 'Unknown device'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
      'Safari on iOS',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
      'Chrome on Windows',
    ],
  ])('name the device of %j', (userAgent, device) => {
    expect(formatDevice(userAgent)).toBe(device);
  });
});
