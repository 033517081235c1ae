import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeOwnApp, untilMinuteHasRoom, type TestApp } from '../../../test/app.ts';
import { inDays } from '../../../test/clock.ts';
import { appRouter } from '../../api/router.ts';

const ORIGIN = 'http://svc.test';

let test: TestApp;
beforeAll(async () => {
  test = await makeOwnApp({ because: 'reaches the limit of failed authentications of an address' });
});
afterAll(() => test.close());

/** Signs in as a browser does; returns the Cookie header. */
async function signIn(one = test): Promise<{ cookie: string; token: string }> {
  const { email, password, token } = await one.signIn();
  const answer = await one.app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    headers: { origin: new URL(one.deps.config.baseUrl).origin },
    payload: { email, password },
  });
  return { cookie: cookieIn(answer.headers['set-cookie']), token };
}

function cookieIn(header: string | string[] | undefined): string {
  return String(header).split(';')[0] ?? '';
}

function send(options: InjectOptions, { app } = test) {
  return app.inject(options);
}

describe('the cookie', () => {
  it('reads REST and tRPC', async () => {
    const { cookie } = await signIn();
    for (const url of ['/api/whoami', '/trpc/whoami.get?input={}']) {
      const answer = await send({ url, headers: { cookie } });
      expect([url, answer.statusCode]).toEqual([url, 200]);
    }
  });

  it('has the prefix __Host- and Secure on https, and works under that name only', async () => {
    const secure = await makeOwnApp({
      because: 'reaches the limit of failed authentications of an address',
      env: { SVC_BASE_URL: 'https://svc.test' },
    });
    const { cookie } = await signIn(secure);
    expect(cookie).toMatch(/^__Host-svc\.session_token=/);
    const plain = cookie.replace('__Host-', '');
    const statuses = [];
    for (const one of [cookie, plain]) {
      const answer = await send({ url: '/api/whoami', headers: { cookie: one } }, secure);
      statuses.push(answer.statusCode);
    }
    await secure.close();
    expect(statuses).toEqual([200, 401]);
  });

  it('is found among other cookies, and refused with a changed signature', async () => {
    const { cookie } = await signIn();
    const among = await send({ url: '/api/whoami', headers: { cookie: `a=b; ${cookie}; c=d` } });
    const forged = await send({
      url: '/api/whoami',
      headers: { cookie: cookie.replace(/.{6}$/, 'AAA%3D') },
    });
    expect([among.statusCode, forged.statusCode]).toEqual([200, 401]);
    expect(forged.json().error.code).toBe('UNAUTHORIZED');
  });

  it('is ignored beside an Authorization header, which decides alone', async () => {
    const { cookie } = await signIn();
    const other = await test.makeOrganization('Other');
    const answers = await Promise.all(
      [`Bearer ${other.apiKey}`, 'Bearer nonsense'].map((authorization) =>
        send({ url: '/api/whoami', headers: { cookie, authorization } }),
      ),
    );
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 401]);
    expect(answers[0]?.json().data.organization.name).toBe('Other');
  });

  it('is ignored beside an Authorization header also where sessions are read and ended', async () => {
    const { cookie } = await signIn();
    const headers = { cookie, authorization: 'Bearer nonsense', origin: ORIGIN };
    const read = await send({ url: '/api/auth/get-session', headers });
    await send({ method: 'POST', url: '/api/auth/sign-out', headers });
    const after = await send({ url: '/api/whoami', headers: { cookie } });
    expect([read.body, after.statusCode]).toEqual(['null', 200]);
  });

  it('ends at sign-out, in the browser and on the server', async () => {
    const { cookie } = await signIn();
    const out = await send({
      method: 'POST',
      url: '/api/auth/sign-out',
      headers: { cookie, origin: ORIGIN },
    });
    expect([out.headers['set-cookie']].flat().join()).toMatch(
      /svc\.session_token=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax/,
    );
    const after = await send({ url: '/api/whoami', headers: { cookie } });
    expect(after.statusCode).toBe(401);
  });
});

const writes = (headers: Record<string, string>): InjectOptions[] => [
  { method: 'DELETE', url: '/api/projects/none', headers },
  { method: 'POST', url: '/trpc/projects.delete', headers, payload: { name: 'none' } },
  { method: 'POST', url: '/api/ingest', headers, payload: {} },
  { method: 'POST', url: '/trpc/ingest.upload', headers, payload: {} },
  { method: 'POST', url: '/api/auth/sign-out', headers },
];

describe('a request that writes with the cookie', () => {
  it.each([
    ['no origin', {}],
    ['another origin', { origin: 'http://elsewhere.test' }],
    ['an opaque origin', { origin: 'null' }],
    ['another port', { origin: 'http://svc.test:81' }],
    ['another scheme', { origin: 'https://svc.test' }],
    ['an origin that begins alike', { origin: 'http://svc.test.elsewhere.test' }],
  ] as const)('is refused with %s', async (_what, headers) => {
    const { cookie } = await signIn();
    for (const request of writes({ cookie, ...headers })) {
      const answer = await send(request);
      expect([request.url, answer.statusCode]).toEqual([request.url, 403]);
    }
    expect((await send({ url: '/api/whoami', headers: { cookie } })).statusCode).toBe(200);
  });

  it('is accepted from the origin of SVC_BASE_URL', async () => {
    const { cookie } = await signIn();
    const statuses = [];
    for (const request of writes({ cookie, origin: ORIGIN })) {
      statuses.push((await send(request)).statusCode);
    }
    expect(statuses).toEqual([404, 404, 400, 400, 200]);
  });

  it('is refused as a form of another site, with any type', async () => {
    const { cookie } = await signIn();
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const answer = await send({
        method: 'POST',
        url: '/trpc/projects.delete',
        headers: { cookie, origin: 'http://elsewhere.test', 'content-type': type },
        payload: '{"name":"none"}',
      });
      expect(answer.statusCode).toBe(403);
    }
  });
});

it('changes nothing over GET or HEAD, for any mutation', async () => {
  const { cookie } = await signIn();
  const procedures = Object.entries(appRouter._def.procedures) as unknown as [
    path: string,
    { _def: { type: string } },
  ][];
  const mutations = procedures.filter(([, { _def }]) => _def.type === 'mutation');
  expect(mutations.length).toBeGreaterThan(2);
  for (const [path] of mutations) {
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await send({ method, url: `/trpc/${path}?input={}`, headers: { cookie } });
      // tRPC answers HEAD without calling the procedure.
      const expected = method === 'HEAD' ? 204 : 405;
      expect([path, method, answer.statusCode]).toEqual([path, method, expected]);
    }
  }
});

it('accepts a write without cookie and credential only from its own pages and from programs', async () => {
  const statuses = [];
  for (const origin of [undefined, ORIGIN, 'http://elsewhere.test']) {
    const answer = await send({
      method: 'POST',
      url: '/trpc/projects.delete',
      headers: origin === undefined ? {} : { origin },
      payload: { name: 'none' },
    });
    statuses.push(answer.statusCode);
  }
  expect(statuses).toEqual([401, 401, 403]);
});

it('counts requests with the cookie apart from those with the token, with limits of their own', async () => {
  const limited = await makeOwnApp({
    because: 'reaches the limit of failed authentications of an address',
    env: {
      SVC_RATE_LIMIT_READS: '2',
      SVC_RATE_LIMIT_SESSION_READS: '3',
      SVC_RATE_LIMIT_SESSION_WRITES: '1',
    },
  });
  const [one, two] = [await signIn(limited), await signIn(limited)];
  await untilMinuteHasRoom();
  const read = async (headers: Record<string, string>) => {
    const answer = await send({ url: '/api/whoami', headers }, limited);
    return [answer.statusCode, answer.headers['x-ratelimit-limit']];
  };
  const withCookie = [];
  // Two sessions of one user share the limit.
  for (const { cookie } of [one, two, one, two]) withCookie.push(await read({ cookie }));
  const withToken = [];
  for (let tries = 0; tries < 3; tries++) {
    withToken.push(await read({ authorization: `Bearer ${one.token}` }));
  }
  const write = () =>
    send(
      {
        method: 'DELETE',
        url: '/api/projects/none',
        headers: { cookie: one.cookie, origin: ORIGIN },
      },
      limited,
    );
  const writes = [(await write()).statusCode, (await write()).statusCode];
  await limited.close();

  expect(withCookie).toEqual([
    [200, '3'],
    [200, '3'],
    [200, '3'],
    [429, '3'],
  ]);
  expect(withToken.map(([status]) => status)).toEqual([200, 200, 429]);
  expect(writes).toEqual([404, 429]);
});

describe('a session', () => {
  it.each(['/api/whoami', '/trpc/whoami.get?input={}', '/trpc/account.get?input={}'])(
    'is renewed once a day by %s, and the browser keeps the cookie as long',
    async (url) => {
      const one = await makeOwnApp({
        because: 'reaches the limit of failed authentications of an address',
      });
      const { cookie } = await signIn(one);
      const read = async (days: number) => {
        one.setNow(inDays(days));
        const answer = await send({ url, headers: { cookie } }, one);
        one.setNow(null);
        return [answer.statusCode, answer.headers['set-cookie']];
      };
      const renewal = `${cookie}; Max-Age=604800; Path=/; HttpOnly; SameSite=Lax`;
      expect(await read(0.9)).toEqual([200, undefined]);
      expect(await read(6)).toEqual([200, renewal]);
      expect(await read(6.5)).toEqual([200, undefined]);
      expect(await read(12.9)).toEqual([200, renewal]);
      // account.get answers that no user is signed in.
      expect(await read(20)).toEqual([url.includes('account') ? 200 : 401, undefined]);
      await one.close();
    },
  );

  it('of a user who does not want to be remembered is not renewed', async () => {
    const one = await makeOwnApp({
      because: 'reaches the limit of failed authentications of an address',
    });
    const { email, password } = await one.signIn();
    const answer = await send(
      {
        method: 'POST',
        url: '/api/auth/sign-in/email',
        payload: { email, password, rememberMe: false },
      },
      one,
    );
    const cookie = cookieIn([answer.headers['set-cookie']].flat()[0]);
    const statuses = [];
    for (const days of [0.9, 1.1]) {
      one.setNow(inDays(days));
      const read = await send({ url: '/api/whoami', headers: { cookie } }, one);
      statuses.push(read.statusCode, read.headers['set-cookie']);
    }
    await one.close();
    expect(statuses).toEqual([200, undefined, 401, undefined]);
  });

  it('that just began is not held up by failures of its address', async () => {
    const one = await makeOwnApp({
      because: 'reaches the limit of failed authentications of an address',
    });
    await one.signIn();
    await untilMinuteHasRoom();
    const read = async (headers: Record<string, string>) =>
      (await send({ url: '/api/whoami', headers }, one)).statusCode;
    for (let tries = 0; tries < 20; tries++) await read({ authorization: 'Bearer guess' });
    expect(await read({ authorization: 'Bearer guess' })).toBe(429);
    const begun = await signIn(one);
    const token = `Bearer ${(await one.signIn()).token}`;
    const statuses = [
      await read({ cookie: begun.cookie }),
      await read({ authorization: token }),
      await read({ authorization: 'Bearer guess' }),
    ];
    await one.close();
    expect(statuses).toEqual([200, 200, 429]);
  });
});
