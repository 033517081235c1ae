import { buildApiKey } from '@svc/contract/zod-free/api-key-text';
import pg from 'pg';
import { ConnectionError } from 'sequelize';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeOwnApp, untilMinuteHasRoom, type TestApp } from '../../../test/app.ts';
import { inDays, testClock } from '../../../test/clock.ts';
import { TEST_API_KEY } from '../../../test/server.ts';
import { deleteOrganization } from '../../lifetime/index.ts';
import { createApiKey, revokeKey } from '../api-keys/api-keys.service.ts';

let test: TestApp;

beforeAll(async () => {
  test = await makeOwnApp({ because: 'reaches the limit of failed authentications of an address' });
});

afterAll(() => test.close());

function get(url: string, token: string, { app } = test) {
  return app.inject({ url, headers: { authorization: `Bearer ${token}` } });
}

async function upload(): Promise<string> {
  const answer = await test.app.inject({
    method: 'POST',
    url: '/api/ingest',
    headers: { authorization: `Bearer ${test.apiKey}` },
    payload: {
      version: 1,
      execution: {
        framework: 'vitest',
        reporter: { name: 'test', version: '0' },
        status: 'passed',
        startedAt: testClock.now().toISOString(),
        durationMs: 1,
      },
      results: [],
    },
  });
  return answer.json().data.executionId;
}

describe('a session', () => {
  it('reads REST with its token, as an API key does', async () => {
    const id = await upload();
    const { token } = await test.signIn();

    const answer = await get('/api/executions', token);

    expect(answer.statusCode).toBe(200);
    expect(answer.json().data.items).toMatchObject([{ id }]);
  });

  it('returns its user over tRPC, with the role and the default limits', async () => {
    const { token, email } = await test.signIn();

    const answer = await get('/trpc/whoami.get?input={}', token);

    expect(answer.json().result.data).toEqual({
      organization: { id: test.organizationId, name: 'Default' },
      credential: {
        kind: 'session',
        id: expect.stringMatching(/^[\da-f-]{36}$/),
        name: email,
        role: 'owner',
        scope: null,
        bounds: null,
        expiresAt: expect.any(String),
      },
      limits: { readsPerMinute: 100_000, writesPerMinute: 100_000 },
      server: { version: '0.0.0-test', time: expect.any(String) },
    });
  });

  it('sees nothing of another organization', async () => {
    const id = await upload();
    const { organizationId } = await test.makeOrganization('Other');
    const { token } = await test.signIn(organizationId);

    const list = await get('/api/executions', token);
    const one = await get(`/api/executions/${id}`, token);
    const none = await get(`/api/executions/${test.deps.random.id()}`, token);

    expect(list.json().data).toEqual({
      items: [],
      nextCursor: null,
      source: 'all',
      localProjects: [],
    });
    expect(one.statusCode).toBe(404);
    expect(one.body.replace(id, '')).toBe(none.body.replace(/[\da-f]{8}-[\da-f-]{27}/, ''));
  });

  it('has the current role of its user, and is refused once the user is not a member', async () => {
    const { organizationId } = await test.makeOrganization('Demoting');
    const { token } = await test.signIn(organizationId);
    const { database } = test.deps;

    await database.query(`UPDATE members SET role = 'member' WHERE organization_id = $1`, [
      organizationId,
    ]);
    const demoted = await get('/api/whoami', token);
    await database.query('DELETE FROM members WHERE organization_id = $1', [organizationId]);
    const removed = await get('/api/whoami', token);

    expect(demoted.json().data.credential.role).toBe('member');
    expect(removed.statusCode).toBe(403);
    expect(removed.json().error.code).toBe('FORBIDDEN');
  });

  it('ends at sign-out, from the next request on, without ending other sessions', async () => {
    const { token } = await test.signIn();
    const { token: other } = await test.signIn();

    const signedOut = await test.app.inject({
      method: 'POST',
      url: '/api/auth/sign-out',
      headers: { authorization: `Bearer ${token}` },
    });

    expect(signedOut.statusCode).toBe(200);
    expect((await get('/api/whoami', token)).json().error.message).toMatch(/signed out/);
    expect((await get('/api/whoami', other)).statusCode).toBe(200);
  });

  it('is counted with the other sessions of its user, and apart from API keys', async () => {
    const limited = await makeOwnApp({
      because: 'reaches the limit of failed authentications of an address',
      env: { SVC_RATE_LIMIT_READS: '3' },
    });
    const tokens = [(await limited.signIn()).token, (await limited.signIn()).token];
    const statuses: number[] = [];
    await untilMinuteHasRoom();
    for (const token of [...tokens, ...tokens, limited.apiKey]) {
      statuses.push((await get('/api/whoami', token, limited)).statusCode);
    }
    await limited.close();

    expect(statuses).toEqual([200, 200, 200, 429, 200]);
  });
});

describe('a 401', () => {
  it.each<[string, () => string | undefined | Promise<string>, RegExp]>([
    ['a missing header', () => undefined, /header is missing/],
    ['a malformed header', () => 'Basic b3duZXI6cGFzcw==', /header is malformed/],
    ['a mistyped key', () => `Bearer ${test.apiKey.slice(0, -1)}-`, /checksum does not fit/],
    ['an unknown key', () => `Bearer ${TEST_API_KEY}`, /does not know the API key/],
    ['a revoked key', revokedKey, /key 'Old' is revoked/],
    ['an expired key', expiredKey, /key 'Old' has expired/],
    ['a token that is no session', () => 'Bearer abc', /neither an API key .* nor a session/],
    ['a session token without its signature', unsigned, /neither an API key .* nor a session/],
    ['a session with a forged signature', forged, /does not know the session/],
  ])('names %s', async (_what, authorization, message) => {
    const header = await authorization();
    const answer = await test.app.inject({
      url: '/api/whoami',
      headers: header === undefined ? {} : { authorization: header },
    });

    expect(answer.statusCode).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
    expect(answer.json()).toEqual({
      success: false,
      error: { code: 'UNAUTHORIZED', message: expect.stringMatching(message) },
    });
  });

  it('names an expired session', async () => {
    const { token, email } = await test.signIn();
    test.setNow(inDays(8));
    const answer = await get('/api/whoami', token);
    test.setNow(null);

    expect(answer.statusCode).toBe(401);
    expect(answer.json().error.message).toBe(
      `The session of '${email}' has expired. Sign in again.`,
    );
  });
});

it('reads a known API key with its organization while it counts the request', async () => {
  const one = await makeOwnApp({
    because: 'reaches the limit of failed authentications of an address',
    env: { SVC_RATE_LIMIT_READS: '2' },
  });
  const query = vi.spyOn(pg.Client.prototype, 'query');
  await untilMinuteHasRoom();
  // The first request also records the key's use, and opens connections.
  await get('/api/whoami', one.apiKey, one);
  await vi.waitUntil(() =>
    query.mock.calls.some(([text]) => JSON.stringify(text).includes('last_used_at')),
  );
  const { essential } = one.deps.databases;
  await Promise.all([1, 2].map(() => essential.query('SELECT pg_sleep(0.05)')));
  query.mockClear();
  const answer = await get('/api/whoami', one.apiKey, one);
  // While the key's use is still being recorded, the request opens a further connection, which sets itself up.
  const statements = query.mock.calls
    .map(([given], call) => ({
      text: typeof given === 'string' ? given : (given as { text: string }).text,
      connection: query.mock.contexts[call],
    }))
    .filter(({ text }) => !/^\s*(?:SET|SHOW) /.test(text));
  const tables = statements.map(
    ({ text }) => text.match(/\b(?:rate_limits|api_key\w*)\b(?!\.)/)?.[0],
  );
  const refused = await get('/api/whoami', one.apiKey, one);
  query.mockRestore();
  await one.close();

  expect(answer.json().data).toMatchObject({
    organization: { id: one.organizationId, name: 'Default' },
    limits: { readsPerMinute: 2 },
  });
  expect(answer.headers['x-ratelimit-remaining']).toBe('0');
  expect(refused.statusCode).toBe(429);
  expect(new Set(tables)).toEqual(new Set(['api_keys', 'rate_limits']));
  expect(statements).toHaveLength(2);
  expect(new Set(statements.map(({ connection }) => connection)).size).toBe(2);
});

it('counts no request of a key that was revoked after the server had used it', async () => {
  const { text, record } = await createApiKey(test.deps, test.scope, {
    name: 'Known',
    createdBy: null,
  });
  const counts = () =>
    test.deps.database.query<{ requests: number }>(
      'SELECT requests FROM rate_limits WHERE subject = $1',
      [`reads:apiKey:${record.id}`],
    );
  await untilMinuteHasRoom();
  expect((await get('/api/whoami', text)).statusCode).toBe(200);
  await revokeKey(test.deps, test.scope, record.id);
  // The server learns of the revocation while it counts this one.
  expect((await get('/api/whoami', text)).statusCode).toBe(401);
  expect((await get('/api/whoami', text)).statusCode).toBe(401);
  expect(await counts()).toEqual([{ requests: 2 }]);
});

it('does not know the key of an organization that was deleted after the server had used it', async () => {
  const other = await test.makeOrganization('Deleted');
  expect((await get('/api/whoami', other.apiKey)).statusCode).toBe(200);
  await deleteOrganization(test.deps, other.organizationId, 'svc');
  expect((await get('/api/whoami', other.apiKey)).json().error.message).toMatch(/does not know/);
});

describe('requests with one key at the same time', () => {
  it('share look-ups, and are counted one by one', async () => {
    const one = await makeOwnApp({
      because: 'reaches the limit of failed authentications of an address',
      env: { SVC_RATE_LIMIT_READS: '50' },
    });
    const query = vi.spyOn(one.deps.databases.essential, 'prepared');
    await untilMinuteHasRoom();
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => get('/api/whoami', one.apiKey, one)),
    );
    await one.close();

    const [accepted, refused] = [200, 429].map((status) =>
      answers.filter(({ statusCode }) => statusCode === status),
    );
    const remaining = accepted?.map(({ headers }) => Number(headers['x-ratelimit-remaining']));
    expect(remaining?.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, n) => n));
    expect(refused).toHaveLength(10);
    // The first request has its own look-up; those that arrived while it ran share the second.
    expect(query.mock.calls.length).toBeLessThan(20);
  });

  it('fail together when the look-up that they share fails, and only then', async () => {
    const one = await makeOwnApp({
      because: 'reaches the limit of failed authentications of an address',
    });
    const { essential } = one.deps.databases;
    const lookUp = essential.prepared.bind(essential);
    vi.spyOn(essential, 'prepared')
      .mockImplementationOnce(lookUp)
      .mockImplementationOnce(lookUp)
      .mockImplementationOnce(lookUp)
      .mockRejectedValueOnce(new ConnectionError(new Error('gone')));
    const [first, ...sharers] = await Promise.all(
      Array.from({ length: 3 }, () => get('/api/whoami', one.apiKey, one)),
    );
    const later = await get('/api/whoami', one.apiKey, one);
    await one.close();

    expect(sharers.map(({ statusCode }) => statusCode)).toEqual([503, 503]);
    expect([first?.statusCode, later.statusCode]).toEqual([200, 200]);
  });
});

describe('failed authentications', () => {
  it('are refused from the 21st of a minute on, without a query, also when they arrive at once', async () => {
    const one = await makeOwnApp({
      because: 'reaches the limit of failed authentications of an address',
    });
    const query = vi.spyOn(one.deps.databases.essential, 'prepared');
    await untilMinuteHasRoom();
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => guess(one, unknownKey(index), '203.0.113.1')),
    );
    const queries = query.mock.calls.length;
    const later = await guess(one, unknownKey(60), '203.0.113.1');

    const statuses = answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b);
    expect(statuses).toEqual([...Array<number>(20).fill(401), ...Array<number>(40).fill(429)]);
    expect(queries).toBe(20);
    expect(query.mock.calls.length).toBe(queries);
    expect(later.headers['retry-after']).toMatch(/^[1-9]\d?$/);
    expect(later.json().error.message).toMatch(
      /^Too many failed authentications from this address\. Try again in \d+ s\.$/,
    );
    expect((await guess(one, unknownKey(61), '203.0.113.2')).statusCode).toBe(401);
    await one.close();
  });

  it('count an IPv6 network as one address, and spare clients there with a recently valid key or session', async () => {
    const one = await makeOwnApp({
      because: 'reaches the limit of failed authentications of an address',
    });
    const { token } = await one.signIn();
    const known = [one.apiKey, token];
    const { apiKey: fresh } = await one.makeOrganization('Fresh');
    await untilMinuteHasRoom();
    for (const credential of known) {
      expect((await guess(one, credential, '2001:db8::1')).statusCode).toBe(200);
    }
    for (let index = 0; index < 20; index++) {
      await guess(one, unknownKey(index), `2001:db8::${index + 2}`);
    }
    const statuses = [];
    for (const credential of [...known, fresh]) {
      statuses.push((await guess(one, credential, '2001:db8::ffff')).statusCode);
    }
    const outside = await guess(one, fresh, '2001:db8:0:1::1');
    await one.close();

    expect(statuses).toEqual([200, 200, 429]);
    expect(outside.statusCode).toBe(200);
  });

  it('count for a key that was valid until it was revoked', async () => {
    const one = await makeOwnApp({
      because: 'reaches the limit of failed authentications of an address',
    });
    const { deps, scope } = one;
    const { text, record } = await createApiKey(deps, scope, { name: 'Old', createdBy: null });
    await untilMinuteHasRoom();
    await guess(one, text, '203.0.113.1');
    await revokeKey(deps, scope, record.id);
    const statuses = [];
    for (let tries = 0; tries < 22; tries++) {
      statuses.push((await guess(one, text, '203.0.113.1')).statusCode);
    }
    await one.close();

    expect(statuses).toEqual([...Array<number>(20).fill(401), 429, 429]);
  });
});

function guess({ app }: TestApp, token: string, remoteAddress: string) {
  return app.inject({
    url: '/api/whoami',
    headers: { authorization: `Bearer ${token}` },
    remoteAddress,
  });
}

/** A well-formed key that does not exist. */
function unknownKey(index: number): string {
  return buildApiKey(`0${index}`.padEnd(30, 'x'));
}

async function revokedKey(): Promise<string> {
  const { deps, scope } = test;
  const { text, record } = await createApiKey(deps, scope, { name: 'Old', createdBy: null });
  await revokeKey(deps, scope, record.id);
  return `Bearer ${text}`;
}

async function expiredKey(): Promise<string> {
  const key = { name: 'Old', createdBy: null, expiresAt: '2020-01-01T00:00:00.000Z' };
  return `Bearer ${(await createApiKey(test.deps, test.scope, key)).text}`;
}

async function unsigned(): Promise<string> {
  return `Bearer ${(await test.signIn()).token.split('.')[0]}`;
}

async function forged(): Promise<string> {
  const { token } = await test.signIn();
  const first = token.startsWith('A', 33) ? 'B' : 'A';
  return `Bearer ${token.slice(0, 33)}${first}${token.slice(34)}`;
}
