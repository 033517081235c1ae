import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { hashPassword } from 'better-auth/crypto';
import { findCredential } from '../users/credentials.queries.ts';
import { setPassword } from '../account/set-password.ts';
import { untilLocked } from '../../../test/locks.ts';
import {
  makeOwnApp,
  untilMinuteHasRoom,
  type OwnerSession,
  type TestApp,
} from '../../../test/app.ts';
import { onCluster } from '../../../test/cluster.ts';

let test: TestApp;
let owner: OwnerSession;

beforeAll(async () => {
  test = await makeOwnApp({
    because: 'reaches the limit of failed authentications of an address, and drops the database',
  });
  owner = await test.signIn();
});

afterAll(() => test.close());

function signIn(
  payload: object | string,
  { headers = {}, remoteAddress = '203.0.113.1', app = test.app } = {},
) {
  return app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    headers: { 'content-type': 'application/json', ...headers },
    payload,
    remoteAddress,
  });
}

it('answers a wrong password and an unknown address alike', async () => {
  const wrong = await signIn({ email: owner.email, password: 'not the password' });
  const unknown = await signIn({ email: 'nobody@svc.test', password: owner.password });

  expect(wrong.statusCode).toBe(401);
  expect(wrong.headers['www-authenticate']).toBe('Bearer');
  expect(wrong.headers['set-cookie']).toBeUndefined();
  expect(wrong.json()).toEqual({
    success: false,
    error: { code: 'UNAUTHORIZED', message: 'Invalid email or password' },
  });
  expect([unknown.statusCode, unknown.body]).toEqual([401, wrong.body]);
});

it('returns the session as a token and as a cookie that scripts and other sites cannot use', async () => {
  const answer = await signIn(owner);

  expect(answer.headers['set-auth-token']).toMatch(/^\w{32}\.[\w+/]{43}=$/);
  expect(answer.headers['set-cookie']).toMatch(
    /^svc\.session_token=\S+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/,
  );
});

it('limits the cookie to https and this host when the base URL is https', async () => {
  const secure = await makeOwnApp({
    because: 'reaches the limit of failed authentications of an address, and drops the database',
    env: { SVC_BASE_URL: 'https://svc.test' },
  });
  const { email, password } = await secure.signIn();
  const answer = await signIn({ email, password }, { app: secure.app });
  await secure.close();

  expect(answer.headers['set-cookie']).toMatch(
    /^__Host-svc\.session_token=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
});

it('returns the user and organization for a session, and nothing without one', async () => {
  const session = await test.app.inject({
    url: '/api/auth/get-session',
    headers: { authorization: `Bearer ${owner.token}` },
  });
  const stranger = await test.app.inject({ url: '/api/auth/get-session' });

  expect(session.json()).toMatchObject({
    session: { activeOrganizationId: test.organizationId },
    user: { email: owner.email },
  });
  expect([stranger.statusCode, stranger.body]).toEqual([200, 'null']);
});

it.each([
  ['POST', '/api/auth/sign-up/email'],
  ['POST', '/api/auth/organization/create'],
  ['GET', '/api/auth/error'],
] as const)('has nothing at %s %s', async (method, url) => {
  const answer = await test.app.inject({ method, url });

  expect(answer.statusCode).toBe(404);
  expect(answer.json().error).toEqual({
    code: 'NOT_FOUND',
    message: `There is nothing at ${method} ${url}.`,
  });
});

it.each([
  ['no JSON', '{"email":', {}, 400, 'BAD_REQUEST'],
  ['an empty body', '', {}, 400, 'BAD_REQUEST'],
  ['no password', { email: 'a@b.test' }, {}, 400, 'BAD_REQUEST'],
  ['an object for a password', { email: 'a@b.test', password: {} }, {}, 400, 'BAD_REQUEST'],
  ['a type nobody reads', 'x', { 'content-type': 'text/plain' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ['more than 16 KiB', { password: 'x'.repeat(20_000) }, {}, 413, 'PAYLOAD_TOO_LARGE'],
])('refuses %s in the shape of every error', async (_what, payload, headers, status, code) => {
  const answer = await signIn(payload, { headers });

  expect(answer.statusCode).toBe(status);
  expect(answer.json()).toEqual({
    success: false,
    error: { code, message: expect.stringMatching(/\w/) },
  });
});

it('accepts the sign-in of a program that sends Sec-Fetch-Mode, as Node does, but not of another site', async () => {
  const node = await signIn(owner, { headers: { 'sec-fetch-mode': 'cors' } });
  const own = await signIn(owner, { headers: { origin: 'http://svc.test' } });
  const other = await signIn(owner, { headers: { origin: 'http://elsewhere.test' } });

  expect([node.statusCode, own.statusCode, other.statusCode]).toEqual([200, 200, 403]);
  expect(other.json().error.code).toBe('FORBIDDEN');
});

it('answers 503 while the database is unreachable', async () => {
  const cut = await makeOwnApp({
    because: 'reaches the limit of failed authentications of an address, and drops the database',
  });
  const { token } = await cut.signIn();
  const [database] = await cut.deps.database.query<{ name: string }>(
    'SELECT current_database() AS name',
  );
  // A dropped database is unreachable.
  await onCluster(inject('superuserUrl'), `DROP DATABASE ${database?.name} WITH (FORCE)`);
  const session = () =>
    cut.app.inject({
      url: '/api/auth/get-session',
      headers: { authorization: `Bearer ${token}` },
    });
  onTestFinished(() => cut.close());

  // The first requests may get a connection whose end the pool has not noticed yet.
  await vi.waitFor(async () => {
    const answers = [await session(), await signIn(owner, { app: cut.app })];
    expect(answers.map((answer) => answer.statusCode)).toEqual([503, 503]);
    expect(answers[0]?.headers['retry-after']).toBe('5');
  });
});

it('refuses the 31st sign-in of a minute from one address, even with the right password', async () => {
  const statuses: number[] = [];
  await untilMinuteHasRoom();
  for (let tries = 0; tries < 31; tries++) {
    const payload = tries < 30 ? { email: 'not an address', password: 'x' } : owner;
    const answer = await signIn(payload, { remoteAddress: '203.0.113.9' });
    statuses.push(answer.statusCode);
    if (tries === 30) expect(answer.headers['retry-after']).toMatch(/^\d+$/);
  }
  const elsewhere = await signIn(owner, { remoteAddress: '203.0.113.10' });

  expect(statuses).toEqual([...Array<number>(30).fill(400), 429]);
  expect(elsewhere.statusCode).toBe(200);
});

it('hashes two passwords at a time, queues 20, and refuses more at once', async () => {
  const one = await makeOwnApp({
    because: 'reaches the limit of failed authentications of an address, and drops the database',
  });
  const { email } = await one.signIn();
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      signIn(
        { email: `${index}${email}`, password: 'not the password' },
        { app: one.app, remoteAddress: `203.0.113.${index}` },
      ),
    ),
  );
  await one.close();

  const statuses = answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b);
  expect(statuses).toEqual([...Array<number>(22).fill(401), ...Array<number>(38).fill(503)]);
  const refused = answers.find((answer) => answer.statusCode === 503);
  expect(refused?.headers['retry-after']).toBe('5');
  expect(refused?.json().error.message).toMatch(/^Too many people sign in at once/);
});

describe('while many addresses send wrong passwords', () => {
  let one: TestApp;
  let member: OwnerSession;
  beforeAll(async () => {
    one = await makeOwnApp({ because: 'fills the queue of sign-ins' });
    member = await one.signIn();
  });
  afterAll(() => one.close());

  /** The statuses of `send` while 60 guesses from as many addresses have filled the queue. */
  async function beside(send: () => Promise<{ statusCode: number }>[]): Promise<number[]> {
    const guesses = Array.from({ length: 60 }, async (_, index) => {
      const payload = { email: `${index}${member.email}`, password: 'not the password' };
      const remoteAddress = `203.0.113.${index}`;
      const { statusCode } = await signIn(payload, { app: one.app, remoteAddress });
      if (statusCode !== 503) throw new Error(`answered ${statusCode}`);
    });
    await Promise.any(guesses);
    const answers = await Promise.all(send());
    await Promise.allSettled(guesses);
    return answers.map(({ statusCode }) => statusCode);
  }

  it('members sign in from where they did before', async () => {
    const { email, password } = member;
    const from = { app: one.app, remoteAddress: '127.0.0.1' };
    const statuses = await beside(() => [
      ...Array.from({ length: 5 }, () => signIn({ email, password }, from)),
      signIn({ email: email.toUpperCase(), password }, from),
      signIn({ email, password: 'not the password' }, from),
    ]);
    expect(statuses).toEqual([...Array<number>(6).fill(200), 401]);
  });

  it('somebody who is signed in changes their password', async () => {
    const newPassword = 'an entirely new password';
    const send = () => [
      one.app.inject({
        method: 'POST',
        url: '/trpc/account.changePassword',
        headers: { authorization: `Bearer ${member.token}` },
        payload: { currentPassword: member.password, newPassword },
      }),
    ];
    expect(await beside(send)).toEqual([200]);
  });
});

it('slows down guesses for one account from any address, except where its owner signed in', async () => {
  const one = await makeOwnApp({
    because: 'reaches the limit of failed authentications of an address, and drops the database',
  });
  one.setNow(new Date('2026-11-20T12:00:00Z'));
  const payload = await one.signIn();
  const { email, password } = payload;
  let elsewhere = 0;
  const tryPassword = async (text: string, remoteAddress = `203.0.113.${++elsewhere}`) => {
    const answer = await signIn(
      { email: email.toUpperCase(), password: text },
      { app: one.app, remoteAddress },
    );
    return [answer.statusCode, answer.headers['retry-after']];
  };
  for (let failures = 0; failures < 10; failures++) {
    expect(await tryPassword('not the password')).toEqual([401, undefined]);
  }
  expect(await tryPassword(password)).toEqual([429, '1']);
  expect(await tryPassword(password, '127.0.0.1')).toEqual([200, undefined]);
  for (let failures = 0; failures < 10; failures++) await tryPassword('not the password');
  one.setNow(new Date('2026-11-20T12:00:01Z'));
  expect(await tryPassword('not the password')).toEqual([401, undefined]);
  expect(await tryPassword(password)).toEqual([429, '2']);
  one.setNow(new Date('2026-11-20T12:00:03Z'));
  expect(await tryPassword(password)).toEqual([200, undefined]);
  one.setNow(null);
  await one.close();
});

it.each([
  ['a form', 'application/x-www-form-urlencoded', '', 415],
  ['JSON behind a byte order mark', 'application/json', '\ufeff', 401],
  ['JSON of another type', 'application/vnd.api+json', '', 415],
])('counts guesses in %s, or reads none', async (_what, type, before, status) => {
  const one = await makeOwnApp({
    because: 'reaches the limit of failed authentications of an address, and drops the database',
  });
  one.setNow(new Date('2026-11-20T12:00:00Z'));
  const { email, password } = await one.signIn();
  const guess = async (text: string, index: number) => {
    const input = { email, password: text };
    const body = type.includes('form')
      ? new URLSearchParams(input).toString()
      : JSON.stringify(input);
    const headers = { 'content-type': type };
    const remoteAddress = `203.0.113.${index}`;
    return (await signIn(before + body, { app: one.app, headers, remoteAddress })).statusCode;
  };
  const statuses = [];
  for (let index = 0; index < 10; index++) statuses.push(await guess('not the password', index));
  const last = await guess(password, 11);
  one.setNow(null);
  await one.close();
  expect(statuses).toEqual(Array<number>(10).fill(status));
  expect(last).toBe(status === 401 ? 429 : status);
});

it('begins no session with a password that is reset while it is checked', async () => {
  const { token: _, ...old } = await test.signIn();
  const credential = await findCredential(test.deps, old);
  const sent = await test.deps.database.transaction(async (transaction) => {
    await setPassword(test.deps, transaction, {
      user: { id: credential?.userId ?? '', email: old.email },
      passwordHash: await hashPassword('an entirely new password'),
      mustChangePassword: false,
      keepSessionId: null,
      action: 'member.password-reset',
      address: null,
    });
    const begun = signIn(old);
    await untilLocked(test, 'FROM users WHERE id = $1 FOR UPDATE');
    return { begun };
  });
  const answer = await sent.begun;
  const sessions = await test.deps.database.query('SELECT 1 FROM sessions WHERE user_id = $1', [
    credential?.userId,
  ]);
  owner = { ...owner, password: 'an entirely new password' };
  expect([answer.statusCode, answer.headers['set-cookie'], sessions]).toEqual([401, undefined, []]);
  expect(answer.headers['www-authenticate']).toBe('Bearer');
  expect((await signIn(owner)).statusCode).toBe(200);
});

it('limits guesses of a session as it limits those of a key', async () => {
  const one = await makeOwnApp({
    because: 'reaches the limit of failed authentications of an address, and drops the database',
  });
  const { token } = await one.signIn();
  const session = (credential: string) =>
    one.app.inject({
      url: '/api/auth/get-session',
      headers: { authorization: `Bearer ${credential}` },
      remoteAddress: '203.0.113.1',
    });
  await untilMinuteHasRoom();
  expect((await session(token)).json()).toMatchObject({ user: {} });
  const statuses: number[] = [];
  for (let tries = 0; tries < 21; tries++) statuses.push((await session('guess')).statusCode);
  const known = await session(token);
  await one.close();

  expect(statuses).toEqual([...Array<number>(20).fill(200), 429]);
  expect(known.json()).toMatchObject({ user: {} });
});
