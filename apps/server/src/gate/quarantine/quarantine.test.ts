import { randomUUID } from 'node:crypto';
import type { QuarantineEntry } from '@svc/contract/gate/quarantine';
import type { Page } from '@svc/contract/pages';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { inDays, testClock } from '../../../test/clock.ts';
import {
  failureIn,
  makeFailures,
  quarantine,
  readEntry,
  send,
  uploadFailures,
} from '../../../test/scenes/gating.ts';
import { makeRun, uploadHistory } from '../../../test/history.ts';
import {
  ask,
  dataOf,
  errorOf,
  makeUpload,
  readExecution,
  settle,
  upload,
} from '../../../test/make.ts';
import { call, refusal } from '../../../test/procedures.ts';
import { signInAs } from '../../../test/sign-in-as.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeApp();
});
afterAll(() => server.close());

let organizationId: string;
let to: Pick<TestApp, 'app' | 'apiKey'>;
beforeEach(async () => {
  server.setNow(null);
  const made = await server.makeOrganization(randomUUID());
  organizationId = made.organizationId;
  to = { app: server.app, apiKey: made.apiKey };
});

const TAX = 'Error: tax is missing';
const CART = 'TypeError: cart is undefined';

/** A test that failed, with the fingerprint of this failure. */
async function failingTest(title = 'adds up', message = TAX) {
  return failureIn(to, await uploadFailures(server, to, makeFailures({ [title]: message })));
}

const listed = async (query = '') =>
  dataOf(await ask(to, { url: `/api/quarantine${query}` })) as Page<QuarantineEntry>;

const idsOf = async (query: string) => (await listed(query)).items.map(({ id }) => id);

const change = async (id: string, body: object) =>
  dataOf(await send(to, 'PATCH', `/api/quarantine/${id}`, body)) as QuarantineEntry;

const lift = async (id: string) =>
  dataOf(await send(to, 'DELETE', `/api/quarantine/${id}`)) as QuarantineEntry;

const refusedAdd = async (body: object) => errorOf(await send(to, 'POST', '/api/quarantine', body));

describe('adding', () => {
  it('answers the entry, which the list and its own address show too', async () => {
    server.setNow(new Date('2026-11-26T12:00:00Z'));
    const { testId, fingerprint } = await failingTest();
    const facts = { fingerprints: [fingerprint], reason: ' SHOP-12 ', owner: 'ada' };
    const entry = await quarantine(to, { testId, ...facts });
    expect(entry).toEqual({
      id: expect.any(String),
      testId,
      title: 'adds up',
      titlePath: ['adds up'],
      file: 'src/cart.test.ts',
      project: 'shop',
      variant: null,
      framework: 'vitest',
      owner: 'ada',
      fingerprints: [fingerprint],
      reason: 'SHOP-12',
      createdBy: 'test',
      createdAt: '2026-11-26T12:00:00.000Z',
      expiresAt: '2026-12-10T12:00:00.000Z',
      excusedCount: 0,
      lastExcusedAt: null,
      state: 'active',
      endedAt: null,
      endedBy: null,
    });
    expect(await listed()).toEqual({ items: [entry], nextCursor: null });
    expect(await readEntry(to, entry.id)).toEqual({
      ...entry,
      excusals: { items: [], nextCursor: null },
    });
  });

  it('takes the fingerprints of the flaky runs of the last 30 days, the most frequent first', async () => {
    const [execution] = await uploadHistory(to, 'r..r.', { end: inDays(-1) });
    const flaky = (message: string, at: Date, commit = 'b') => {
      const failed = { status: 'failed' as const, durationMs: 1, errors: [{ message }] };
      const attempts = [failed, { status: 'passed' as const, durationMs: 1 }];
      const results = [makeRun('adds up', 'r', { attempts })];
      const git = { branch: 'main', commit: commit.repeat(40) };
      return upload(to, makeUpload({ execution: { startedAt: at.toISOString(), git }, results }));
    };
    const older = await flaky(TAX, inDays(-29));
    await flaky(TAX, inDays(-28), 'c');
    await flaky(CART, inDays(-31));
    await flaky(CART, inDays(-2), 'c');
    await settle(server);
    const results = await Promise.all(
      [execution ?? older, older].map(async (one) => (await readExecution(to, one)).results[0]),
    );
    const entry = await quarantine(to, { testId: results[0]?.testId, reason: 'flaky' });
    expect(entry.fingerprints).toEqual(results.map((result) => result?.fingerprint));
    expect(new Set(entry.fingerprints).size).toBe(2);
  });

  it('says what to do if the test has no flaky run', async () => {
    const { testId } = await failingTest();
    expect(await refusedAdd({ testId, reason: 'flaky' })).toEqual({
      status: 400,
      error: {
        code: 'BAD_REQUEST',
        message:
          "fingerprints: The test 'adds up' was not flaky with the same failure on 2 commits of the default branch in the last 30 days. Name the fingerprints of the failures to excuse, or `any`, which excuses every failure of the test.",
        details: [
          {
            path: 'fingerprints',
            message:
              "The test 'adds up' was not flaky with the same failure on 2 commits of the default branch in the last 30 days",
          },
        ],
      },
    });
  });

  it('excuses every failure only if that is said', async () => {
    const { testId } = await failingTest();
    const entry = await quarantine(to, { testId, reason: 'rewrite', fingerprints: 'any' });
    expect(entry.fingerprints).toBe('any');
  });

  it('refuses fingerprints that no failure of the project has', async () => {
    const { testId, fingerprint } = await failingTest();
    const unknown = `fp2:${'0'.repeat(32)}`;
    const body = { testId, reason: 'flaky', fingerprints: [fingerprint, unknown] };
    expect((await refusedAdd(body)).error.message).toBe(
      `fingerprints: No failure of the project has the fingerprint ${unknown}.`,
    );
  });

  it('refuses a time that is over or more than 90 days ahead', async () => {
    server.setNow(testClock.now());
    const { testId } = await failingTest();
    const body = { testId, reason: 'flaky', fingerprints: 'any' };
    const messages = [];
    for (const expiresAt of [inDays(0), inDays(90.001)]) {
      const { error } = await refusedAdd({ ...body, expiresAt: expiresAt.toISOString() });
      messages.push(error.message);
    }
    expect(messages).toEqual([
      'expiresAt: Must be in the future.',
      'expiresAt: Must be at most 90 days ahead.',
    ]);
    const entry = await quarantine(to, { ...body, expiresAt: inDays(90).toISOString() });
    expect(entry.expiresAt).toBe(inDays(90).toISOString());
  });

  it.each([
    [{ reason: ' ' }, 'reason'],
    [{ fingerprints: [] }, 'fingerprints'],
    [{ fingerprints: ['adds up'] }, 'fingerprints'],
    [{ testId: 'adds up' }, 'testId'],
    [{ expiresAt: 'tomorrow' }, 'expiresAt'],
    [{ until: '2026-12-01' }, 'until'],
  ])('refuses %j', async (wrong, path) => {
    const body = { testId: '0'.repeat(32), reason: 'flaky', fingerprints: 'any', ...wrong };
    const { status, error } = await refusedAdd(body);
    expect([status, error.details?.[0]?.path]).toEqual([400, path]);
  });

  it('does not find a test that the organization does not have', async () => {
    const testId = '0'.repeat(32);
    expect(await refusedAdd({ testId, reason: 'flaky', fingerprints: 'any' })).toEqual({
      status: 404,
      error: { code: 'NOT_FOUND', message: `There is no test '${testId}'.` },
    });
  });
});

describe('several entries of one test', () => {
  it('excuse different failures', async () => {
    const tax = await failingTest('adds up', TAX);
    const cart = await failingTest('adds up', CART);
    const { testId } = tax;
    await quarantine(to, { testId, reason: 'SHOP-1', fingerprints: [tax.fingerprint] });
    await quarantine(to, { testId, reason: 'SHOP-2', fingerprints: [cart.fingerprint] });
    expect((await listed(`?testId=${testId}`)).items.map(({ reason }) => reason)).toEqual([
      'SHOP-2',
      'SHOP-1',
    ]);
  });

  it('may not excuse the same failure', async () => {
    const { testId, fingerprint } = await failingTest();
    const first = await quarantine(to, { testId, reason: 'a', fingerprints: [fingerprint] });
    const conflict = {
      status: 409,
      error: {
        code: 'CONFLICT',
        message: `The quarantine entry '${first.id}' excuses failures of this test with the same fingerprints until ${first.expiresAt}. Change that entry, or lift it first.`,
      },
    };
    for (const fingerprints of [[fingerprint], 'any']) {
      expect(await refusedAdd({ testId, reason: 'b', fingerprints })).toEqual(conflict);
    }
    await lift(first.id);
    const second = await quarantine(to, { testId, reason: 'b', fingerprints: 'any' });
    expect(second.state).toBe('active');
  });

  it('are added one after the other', async () => {
    const { testId } = await failingTest();
    const body = { testId, reason: 'flaky', fingerprints: 'any' };
    const statuses = await Promise.all(
      Array.from(
        { length: 5 },
        async () => (await send(to, 'POST', '/api/quarantine', body)).status,
      ),
    );
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409]);
  });
});

describe('changing', () => {
  it('changes the given fields only, and takes the owner off with null', async () => {
    const { testId, fingerprint } = await failingTest();
    const facts = { fingerprints: [fingerprint], reason: 'SHOP-12', owner: 'ada' };
    const entry = await quarantine(to, { testId, ...facts });
    expect(await change(entry.id, { reason: 'SHOP-13' })).toEqual({ ...entry, reason: 'SHOP-13' });
    expect(await change(entry.id, { owner: null, fingerprints: 'any' })).toEqual({
      ...entry,
      reason: 'SHOP-13',
      owner: null,
      fingerprints: 'any',
    });
  });

  it('makes an expired entry active again, unless another one has taken its place', async () => {
    const { testId } = await failingTest();
    const body = { testId, reason: 'flaky', fingerprints: 'any' };
    const expiresAt = inDays(1).toISOString();
    const first = await quarantine(to, { ...body, expiresAt });
    server.setNow(inDays(2));
    expect((await readEntry(to, first.id)).state).toBe('expired');
    const second = await quarantine(to, body);
    const later = { expiresAt: inDays(5).toISOString() };
    const refused = await send(to, 'PATCH', `/api/quarantine/${first.id}`, later);
    expect(refused.status).toBe(409);
    await lift(second.id);
    expect(await change(first.id, later)).toMatchObject({ ...later, state: 'active' });
  });

  it('refuses a lifted entry', async () => {
    const { testId } = await failingTest();
    const { id } = await quarantine(to, { testId, reason: 'flaky', fingerprints: 'any' });
    const { endedAt } = await lift(id);
    const { status, error } = errorOf(
      await send(to, 'PATCH', `/api/quarantine/${id}`, { reason: 'again' }),
    );
    expect([status, error.message]).toEqual([
      409,
      `The quarantine entry '${id}' was lifted by test at ${endedAt}. Add a new entry.`,
    ]);
  });
});

describe('lifting', () => {
  it('keeps the entry, with who lifted it, once', async () => {
    const { testId } = await failingTest();
    const entry = await quarantine(to, { testId, reason: 'flaky', fingerprints: 'any' });
    const lifted = await lift(entry.id);
    expect(lifted).toEqual({
      ...entry,
      state: 'lifted',
      endedAt: expect.any(String),
      endedBy: 'test',
    });
    expect(await lift(entry.id)).toEqual(lifted);
  });

  it('does not find an entry that does not exist', async () => {
    for (const id of [randomUUID(), 'adds up']) {
      expect(
        errorOf(await send(to, 'DELETE', `/api/quarantine/${encodeURIComponent(id)}`)),
      ).toEqual({
        status: 404,
        error: { code: 'NOT_FOUND', message: `There is no quarantine entry '${id}'.` },
      });
    }
  });
});

it('lists by state, project and test, page by page', async () => {
  const [a, b] = [await failingTest('a'), await failingTest('b')];
  const body = { reason: 'flaky', fingerprints: 'any' };
  const first = await quarantine(to, { ...body, testId: a.testId });
  const second = await quarantine(to, { ...body, testId: b.testId });
  await lift(first.id);
  expect(await idsOf('')).toEqual([second.id, first.id]);
  expect(await idsOf('?active=true')).toEqual([second.id]);
  expect(await idsOf('?active=false')).toEqual([first.id]);
  expect(await idsOf('?project=shop')).toEqual([second.id, first.id]);
  expect(await idsOf('?project=other')).toEqual([]);
  expect(await idsOf(`?testId=${a.testId.toUpperCase()}`)).toEqual([first.id]);
  const page = await listed('?limit=1');
  expect(page.items.map(({ id }) => id)).toEqual([second.id]);
  expect(await idsOf(`?limit=1&cursor=${page.nextCursor}`)).toEqual([first.id]);
});

it('allows 1,000 active entries', async () => {
  const { testId } = await failingTest();
  await server.scope.query(
    `INSERT INTO quarantine_entries (organization_id, id, project_id, test_id, framework, fingerprints, reason,
       created_at, changed_at, expires_at)
     SELECT $1, gen_random_uuid(), project_id, id, 'vitest', '{}', 'flaky', $2, $2, $2::timestamptz + interval '1 day'
     FROM tests
     CROSS JOIN generate_series(1, 1000)
     WHERE organization_id = $1`,
    [organizationId, testClock.now()],
  );
  const { status, error } = await refusedAdd({ testId, reason: 'flaky', fingerprints: 'any' });
  expect([status, error.message]).toEqual([
    409,
    'The organization has 1000 active quarantine entries. Lift one of them first.',
  ]);
});

it('is for admins, and the audit log has every change', async () => {
  const { testId, fingerprint } = await failingTest();
  const admin = await signInAs(server, organizationId, 'admin');
  const member = await signInAs(server, organizationId, 'member');
  const input = { testId, reason: 'SHOP-12', fingerprints: [fingerprint] };
  expect((await refusal(server, member.token, 'quarantine.add', input)).status).toBe(403);
  const { id, expiresAt } = await call(server, admin.token, 'quarantine.add', input);
  await call(server, admin.token, 'quarantine.edit', { id, owner: 'ada' });
  // Changes nothing.
  await call(server, admin.token, 'quarantine.edit', { id, owner: 'ada' });
  await call(server, admin.token, 'quarantine.lift', { id });
  expect(await call(server, member.token, 'quarantine.get', { id })).toMatchObject({
    createdBy: admin.email,
    endedBy: admin.email,
  });
  const { items } = await call(server, admin.token, 'auditLog.list', {});
  expect(
    items.map(({ action, actor, target, details }) => ({
      action,
      actor: actor.name,
      target,
      details,
    })),
  ).toEqual([
    {
      action: 'quarantine.lifted',
      actor: admin.email,
      target: { kind: 'quarantine', id, name: 'adds up' },
      details: { testId, reason: 'SHOP-12', owner: 'ada', excusedCount: 0 },
    },
    {
      action: 'quarantine.edited',
      actor: admin.email,
      target: { kind: 'quarantine', id, name: 'adds up' },
      details: { before: { owner: null }, after: { owner: 'ada' } },
    },
    {
      action: 'quarantine.added',
      actor: admin.email,
      target: { kind: 'quarantine', id, name: 'adds up' },
      details: { testId, fingerprints: [fingerprint], reason: 'SHOP-12', owner: null, expiresAt },
    },
    expect.objectContaining({ action: 'apiKey.created' }),
  ]);
});

it('is gone with its project and with its test', async () => {
  const admin = await signInAs(server, organizationId, 'admin');
  const kept = await uploadFailures(server, to, makeFailures({ a: TAX }));
  const other = await uploadFailures(
    server,
    to,
    makeFailures({ b: TAX }, { execution: { project: 'other' } }),
  );
  const body = { reason: 'flaky', fingerprints: 'any' };
  await quarantine(to, { ...body, testId: (await failureIn(to, kept)).testId });
  await quarantine(to, { ...body, testId: (await failureIn(to, other)).testId });
  await call(server, admin.token, 'projects.delete', { name: 'other' });
  expect((await listed()).items.map(({ title }) => title)).toEqual(['a']);
  await call(server, admin.token, 'executions.delete', { id: kept.executionId });
  expect((await listed()).items).toEqual([]);
});
