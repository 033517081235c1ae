import type { Session } from '@svc/contract/people/account';
import type {
  BegunDeviceSignIn,
  DeviceSignInAnswer,
  ShownDeviceSignIn,
} from '@svc/contract/people/device-sign-in';
import type { Whoami } from '@svc/contract/people/whoami';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { inDays } from '../../../test/clock.ts';
import { makeBrowser, makePerson, makeTeam, PASSWORD, type Browser } from '../../../test/people.ts';

let test: TestApp;
beforeAll(async () => {
  test = await makeApp();
});
afterAll(() => test.close());

const PROGRAM = { device: 'build-box', program: 'svc/0.1.0' };

async function begin(program: Browser): Promise<BegunDeviceSignIn> {
  const { status, data } = await program.change<BegunDeviceSignIn>(
    'account.beginDeviceSignIn',
    PROGRAM,
  );
  expect(status).toBe(200);
  return data;
}

async function finish(program: Browser, { deviceCode }: BegunDeviceSignIn) {
  return (await program.change<DeviceSignInAnswer>('account.finishDeviceSignIn', { deviceCode }))
    .data;
}

/** The status and the answer of a call with a bearer token. */
async function askAs(token: string, path: string) {
  const answer = await test.app.inject({
    url: `/trpc/${path}?input=%7B%7D`,
    headers: { authorization: `Bearer ${token}` },
  });
  const { result } = JSON.parse(answer.body) as { result?: { data: unknown } };
  return { status: answer.statusCode, data: result?.data };
}

async function approved(program: Browser, person: Browser) {
  const begun = await begin(program);
  const { userCode } = begun;
  expect((await person.change('account.approveDeviceSignIn', { userCode })).status).toBe(200);
  return begun;
}

it('gives a program a session once a person has approved its code', async () => {
  const { owner, organizationId } = await makeTeam(test, 'Zebra');
  const program = makeBrowser(test);
  const begun = await begin(program);
  expect(begun).toEqual({
    deviceCode: expect.stringMatching(/^[A-Za-z0-9]{43}$/) as string,
    userCode: expect.stringMatching(
      /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/,
    ) as string,
    url: `${test.deps.config.baseUrl}/device`,
    expiresAt: expect.any(String) as string,
    expiresInSeconds: 600,
    intervalSeconds: 3,
  });
  expect(await finish(program, begun)).toEqual({ status: 'pending' });

  // The code as people type it.
  const userCode = begun.userCode.toLowerCase().replace('-', ' ');
  const shown = await owner.ask<ShownDeviceSignIn>('account.deviceSignIn', { userCode });
  expect(shown.data).toEqual({
    ...PROGRAM,
    userCode: begun.userCode,
    address: program.address,
    createdAt: expect.any(String) as string,
    expiresAt: begun.expiresAt,
  });
  expect((await owner.change('account.approveDeviceSignIn', { userCode })).status).toBe(200);

  const answer = await finish(program, begun);
  if (answer.status !== 'approved') throw new Error(answer.status);
  expect(answer.email).toBe(owner.email);
  const { data } = await askAs(answer.token, 'whoami.get');
  expect(data as Whoami).toMatchObject({
    organization: { id: organizationId, name: 'Zebra' },
    credential: { kind: 'session', name: owner.email, role: 'owner' },
  });
  const sessions = await owner.ask<{ items: Session[] }>('account.sessions');
  expect(sessions.data.items.map(({ device }) => device)).toContain('svc on build-box');
  // The code works once.
  expect(await finish(program, begun)).toEqual({ status: 'expired' });
});

it('ends the session by sign-out, with every signature that a token may have', async () => {
  const person = await makePerson(test);
  for (let count = 0; count < 8; count++) {
    const program = makeBrowser(test);
    const answer = await finish(program, await approved(program, person));
    if (answer.status !== 'approved') throw new Error(answer.status);
    expect((await askAs(answer.token, 'whoami.get')).status).toBe(200);
    const { statusCode } = await test.app.inject({
      method: 'POST',
      url: '/api/auth/sign-out',
      payload: {},
      headers: { authorization: `Bearer ${answer.token}` },
    });
    expect(statusCode).toBe(200);
    expect((await askAs(answer.token, 'whoami.get')).status).toBe(401);
  }
});

it('refuses what the person refuses, and stays with the first decision', async () => {
  const person = await makePerson(test);
  const program = makeBrowser(test);
  const begun = await begin(program);
  const { userCode } = begun;
  expect((await person.change('account.denyDeviceSignIn', { userCode })).status).toBe(200);
  expect((await person.change('account.approveDeviceSignIn', { userCode })).status).toBe(404);
  expect(await finish(program, begun)).toEqual({ status: 'denied' });
});

it('needs a person who is signed in, and a code that waits', async () => {
  const person = await makePerson(test);
  const visitor = makeBrowser(test);
  const { userCode, deviceCode } = await begin(visitor);
  for (const path of ['account.approveDeviceSignIn', 'account.denyDeviceSignIn']) {
    expect((await visitor.change(path, { userCode })).status).toBe(401);
    expect((await person.change(path, { userCode: 'XXXX-XXXX' })).status).toBe(404);
    // The program's own code is no code of a person.
    expect((await person.change(path, { userCode: deviceCode.slice(0, 40) })).status).toBe(404);
  }
  expect((await visitor.ask('account.deviceSignIn', { userCode })).status).toBe(401);
  // Nor is the person's code the program's.
  const guess = await visitor.change('account.finishDeviceSignIn', { deviceCode: userCode });
  expect(guess.data).toEqual({ status: 'expired' });
});

it('forgets a code after 10 minutes, also an approved one', async () => {
  const person = await makePerson(test);
  const program = makeBrowser(test);
  const waiting = await begin(program);
  const accepted = await approved(program, person);
  test.setNow(inDays(1 / 100));
  const { userCode } = waiting;
  expect((await person.change('account.approveDeviceSignIn', { userCode })).status).toBe(404);
  expect(await finish(program, waiting)).toEqual({ status: 'expired' });
  expect(await finish(program, accepted)).toEqual({ status: 'expired' });
  test.setNow(null);
});

it('gives no session once the session that approved is over', async () => {
  const person = await makePerson(test);
  const program = makeBrowser(test);
  const begun = await approved(program, person);
  const elsewhere = makeBrowser(test);
  await elsewhere.signIn(person.email);
  // Ends the other sessions of the user.
  const changed = await elsewhere.change('account.changePassword', {
    currentPassword: PASSWORD,
    newPassword: 'another correct horse battery',
  });
  expect(changed.status).toBe(200);
  expect(await finish(program, begun)).toEqual({ status: 'denied' });
});

it('gives the session to only one of two programs that ask at once', async () => {
  const person = await makePerson(test);
  const program = makeBrowser(test);
  const begun = await approved(program, person);
  const answers = await Promise.all([finish(program, begun), finish(program, begun)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['approved', 'expired']);
});

it('ends the session after 7 days without use', async () => {
  const person = await makePerson(test);
  const program = makeBrowser(test);
  const answer = await finish(program, await approved(program, person));
  if (answer.status !== 'approved') throw new Error(answer.status);
  test.setNow(inDays(8));
  expect((await askAs(answer.token, 'whoami.get')).status).toBe(401);
  test.setNow(null);
});

it('begins at most 10 a minute for one address', async () => {
  const program = makeBrowser(test);
  test.setNow(new Date('2026-11-21T09:30:10.000Z'));
  for (let count = 0; count < 10; count++) await begin(program);
  expect(await program.change('account.beginDeviceSignIn', PROGRAM)).toMatchObject({
    status: 429,
    code: 'RATE_LIMITED',
  });
  test.setNow(null);
});
