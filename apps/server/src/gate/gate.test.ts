import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../test/app.ts';
import { inDays } from '../../test/clock.ts';
import {
  failureIn,
  gateOf,
  makeFailures,
  quarantine,
  send,
  uploadFailures,
  type Failures,
} from '../../test/scenes/gating.ts';
import { ask, errorOf, makeUpload, readExecution, settle, upload } from '../../test/make.ts';
import { makeRun } from '../../test/history.ts';
import { call } from '../../test/procedures.ts';
import { signInAs } from '../../test/sign-in-as.ts';
import { createApiKey } from '../people/api-keys/api-keys.service.ts';
import { createScope } from '../db/scope.ts';

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

const run = (messages: Failures, facts: Parameters<typeof makeFailures>[1] = {}) =>
  uploadFailures(server, to, makeFailures(messages, facts));

/** Quarantines the failure of `adds up` in a new execution. */
async function quarantineTax(facts: object = {}) {
  const failure = await failureIn(to, await run({ 'adds up': TAX }));
  const { testId, fingerprint } = failure;
  const body = { testId, fingerprints: [fingerprint], reason: 'SHOP-12', ...facts };
  return { ...failure, entry: await quarantine(to, body) };
}

/** One of three shards of a CI run. */
const shard = (index: number) => ({
  runId: randomUUID(),
  execution: { key: 'github-actions:1:1:unit', shard: { index, total: 3 } },
});

/** The verdict, with why. */
async function verdictOf(execution: { executionId: string }) {
  const { verdict, undecided, blocking } = await gateOf(to, execution);
  return { verdict, undecided, blocking: blocking.map(({ kind, why }) => `${kind}: ${why}`) };
}

const variantsOf = (items: readonly { variant: string | null }[]) =>
  items.map(({ variant }) => variant);

const NOTHING_EXCUSES = 'failure: Nothing excuses this failure.';

it('passes an execution without a failure', async () => {
  const execution = await run({ 'adds up': null });
  expect(await gateOf(to, execution)).toEqual({
    executionId: execution.executionId,
    executionNumber: 1,
    project: 'shop',
    url: execution.url,
    verdict: 'pass',
    undecided: null,
    counts: { failures: 0, excused: 0, blocking: 0, blockingOnBase: 0 },
    base: null,
    excused: [],
    blocking: [],
    causes: { blocking: { items: [], total: 0 }, excused: { items: [], total: 0 } },
    expiring: [],
    excusesKnownFlakes: false,
    blocksOnlyNew: false,
  });
});

it('blocks for a test that timed out', async () => {
  const results = [makeRun('pays', 't'), makeRun('adds up', '.')];
  const { counts, blocking } = await gateOf(to, await run({}, { results }));
  expect(counts).toEqual({ failures: 1, excused: 0, blocking: 1, blockingOnBase: 0 });
  expect(blocking).toMatchObject([{ kind: 'failure', title: 'pays' }]);
});

it('tells tests of one title and different variants apart', async () => {
  const attempts = [{ status: 'failed' as const, durationMs: 3, errors: [{ message: TAX }] }];
  const results = ['chromium', 'firefox'].map((variant) =>
    makeRun('adds up', 'f', { variant, attempts }),
  );
  const failure = await failureIn(to, await run({ 'adds up': TAX }, { results }));
  const { testId, fingerprint } = failure;
  const expiresAt = inDays(2).toISOString();
  await quarantine(to, { testId, fingerprints: [fingerprint], reason: 'SHOP-12', expiresAt });
  const { excused, blocking, expiring } = await gateOf(
    to,
    await run({ 'adds up': TAX }, { results }),
  );
  expect([excused, blocking, expiring].map(variantsOf)).toEqual([
    ['chromium'],
    ['firefox'],
    ['chromium'],
  ]);
});

it('passes a quarantined failure, which stays failed, and blocks when the test fails in a new way', async () => {
  const place = { file: 'src/cart.test.ts', variant: null, line: null };
  const facts = { title: 'adds up', titlePath: ['adds up'], ...place };
  const before = await run({ 'adds up': TAX, 'takes away': null });
  const first = await failureIn(to, before);
  const { testId, fingerprint } = first;
  const known = { ...first, ...facts };
  expect(await gateOf(to, before)).toMatchObject({
    verdict: 'fail',
    counts: { failures: 1, excused: 0, blocking: 1, blockingOnBase: 0 },
    excused: [],
    blocking: [
      { kind: 'failure', why: 'Nothing excuses this failure.', ...known, quarantineId: null },
    ],
  });

  const body = { testId, fingerprints: [fingerprint], reason: 'SHOP-12', owner: 'ada' };
  const entry = await quarantine(to, body);
  const execution = await run({ 'adds up': TAX, 'takes away': null });
  const { resultId } = await failureIn(to, execution);
  const { reason, owner, expiresAt } = entry;
  const by = { by: 'quarantine', quarantineId: entry.id, reason, owner, expiresAt };
  expect(await gateOf(to, execution)).toMatchObject({
    verdict: 'pass',
    counts: { failures: 1, excused: 1, blocking: 0, blockingOnBase: 0 },
    excused: [{ ...known, resultId, ...by }],
    blocking: [],
    expiring: [],
  });
  expect((await readExecution(to, execution)).status).toBe('failed');

  const otherwise = await run({ 'adds up': CART, 'takes away': null });
  const other = await failureIn(to, otherwise);
  expect(other.fingerprint).not.toBe(fingerprint);
  const why = 'The test is quarantined, but not for this failure: it has another fingerprint.';
  expect(await gateOf(to, otherwise)).toMatchObject({
    verdict: 'fail',
    counts: { failures: 1, excused: 0, blocking: 1, blockingOnBase: 0 },
    excused: [],
    blocking: [{ kind: 'failure', why, ...other, ...facts, quarantineId: entry.id }],
  });
});

it('judges each of several results of a test by itself', async () => {
  const { entry } = await quarantineTax();
  const execution = { key: 'github-actions:1:1:unit' };
  await run({ 'adds up': TAX }, { runId: randomUUID(), execution: { ...execution, leg: 'mysql' } });
  const both = await run(
    { 'adds up': CART },
    { runId: randomUUID(), execution: { ...execution, leg: 'postgres' } },
  );
  const { verdict, counts, excused, blocking } = await gateOf(to, both);
  expect([verdict, counts]).toEqual([
    'fail',
    { failures: 2, excused: 1, blocking: 1, blockingOnBase: 0 },
  ]);
  expect(excused.map(({ quarantineId }) => quarantineId)).toEqual([entry.id]);
  expect(blocking.map(({ quarantineId }) => quarantineId)).toEqual([entry.id]);
});

describe('an entry', () => {
  it('excuses every failure of its test with `any`, and no other test', async () => {
    await quarantineTax({ fingerprints: 'any' });
    expect((await verdictOf(await run({ 'adds up': CART }))).verdict).toBe('pass');
    const other = await run({ 'adds up': CART, 'takes away': TAX });
    expect(await verdictOf(other)).toMatchObject({ verdict: 'fail', blocking: [NOTHING_EXCUSES] });
  });

  it('is listed three days before it ends, and excuses nothing once it has ended', async () => {
    const expiresAt = inDays(4).toISOString();
    const { entry } = await quarantineTax({ expiresAt });
    const execution = await run({ 'adds up': TAX });
    expect(await gateOf(to, execution)).toMatchObject({ verdict: 'pass', expiring: [] });
    server.setNow(inDays(1.01));
    const { testId, title } = entry;
    expect(await gateOf(to, execution)).toMatchObject({
      verdict: 'pass',
      expiring: [{ quarantineId: entry.id, testId, title, expiresAt }],
    });
    server.setNow(new Date(expiresAt));
    expect((await verdictOf(execution)).verdict).toBe('fail');
  });

  it('excuses nothing once it is lifted', async () => {
    const { entry } = await quarantineTax();
    const execution = await run({ 'adds up': TAX });
    expect((await verdictOf(execution)).verdict).toBe('pass');
    await send(to, 'DELETE', `/api/quarantine/${entry.id}`);
    expect((await verdictOf(execution)).verdict).toBe('fail');
  });
});

describe('is undecided', () => {
  it('until the last shard is in', async () => {
    await quarantineTax();
    await run({ 'takes away': null }, shard(1));
    const second = await run({ 'adds up': TAX }, shard(2));
    expect(await gateOf(to, second)).toMatchObject({
      verdict: 'undecided',
      undecided: { reason: 'missing-shards', why: '1 of 3 parts has not arrived yet.' },
      counts: { failures: 1, excused: 1, blocking: 0, blockingOnBase: 0 },
      blocking: [],
    });
    const third = await run({ pays: null }, shard(3));
    expect((await verdictOf(third)).verdict).toBe('pass');
  });

  it('while a reporter says that it is still running', async () => {
    const execution = await run(
      { 'adds up': null },
      { execution: { key: 'github-actions:1:1:unit', status: 'running' } },
    );
    expect(await verdictOf(execution)).toEqual({
      verdict: 'undecided',
      undecided: { reason: 'running', why: 'The execution is still running.' },
      blocking: [],
    });
  });

  it('until a roll-up has seen its results', async () => {
    const execution = await upload(to, makeFailures({ 'adds up': TAX }));
    const why = 'The server is still processing the newest results.';
    expect(await verdictOf(execution)).toEqual({
      verdict: 'undecided',
      undecided: { reason: 'roll-ups', why },
      blocking: [NOTHING_EXCUSES],
    });
    await settle(server);
    expect((await verdictOf(execution)).verdict).toBe('fail');
  });

  it('after a roll-up that failed, and says when the next one is', async () => {
    const execution = await upload(to, makeFailures({ 'adds up': TAX }));
    // Uses the clock of the database, which sets these times.
    const changeIn = (interval: string) =>
      server.scope.query<{ changedAt: Date }>(
        `UPDATE execution_changes SET changed_at = statement_timestamp() + $2::interval
         WHERE organization_id = $1
         RETURNING changed_at AS "changedAt"`,
        [organizationId, interval],
      );
    const [change] = await changeIn('10 minutes');
    await settle(server);
    const retryAt = change?.changedAt;
    const why = `Deriving what the gate needs from the newest results failed, as the server's log says. The server tries again at ${retryAt?.toISOString()}.`;
    expect((await verdictOf(execution)).undecided).toEqual({ reason: 'roll-ups', why });
    await changeIn('-1 day');
    await settle(server);
    expect((await verdictOf(execution)).verdict).toBe('fail');
  });
});

describe('never excuses', () => {
  const errors = [{ message: 'Error: no database\nmore' }];

  it('errors of the run', async () => {
    await quarantineTax();
    const execution = await run({ 'adds up': TAX }, { execution: { errors } });
    expect(await verdictOf(execution)).toMatchObject({
      verdict: 'fail',
      blocking: ['run-error: The run failed outside of tests: Error: no database'],
    });
  });

  it('the errors that it does not name', async () => {
    const many = Array.from({ length: 30 }, (_, index) => ({ message: `Error: ${index}` }));
    const execution = await run({ 'adds up': null }, { execution: { errors: many } });
    const { blocking } = await verdictOf(execution);
    expect(blocking).toHaveLength(21);
    expect(blocking.at(-1)).toBe('run-error: The run failed outside of tests with 10 more errors.');
  });

  it('files that failed to load', async () => {
    await quarantineTax();
    const file = { file: 'src/tax.test.ts', durationMs: 1, errors };
    const execution = await run({ 'adds up': TAX }, { files: [file] });
    const { verdict, blocking } = await gateOf(to, execution);
    expect([verdict, blocking]).toEqual([
      'fail',
      [
        {
          kind: 'file-error',
          why: 'src/tax.test.ts failed outside of its tests: Error: no database',
          file: 'src/tax.test.ts',
          resultId: null,
          testId: null,
          title: null,
          titlePath: null,
          variant: null,
          line: null,
          fingerprint: null,
          furtherFingerprints: [],
          quarantineId: null,
          onBase: false,
        },
      ],
    ]);
  });

  it('an interruption', async () => {
    await quarantineTax();
    const interrupted = await run({ 'adds up': TAX }, { execution: { status: 'interrupted' } });
    const bailed = await run({ 'adds up': TAX }, { execution: { partial: ['bail'] } });
    expect([await verdictOf(interrupted), await verdictOf(bailed)]).toMatchObject([
      {
        verdict: 'fail',
        blocking: ['interrupted: The run was interrupted, so tests may not have run.'],
      },
      {
        verdict: 'fail',
        blocking: ['interrupted: The run stopped after its first failures, so tests did not run.'],
      },
    ]);
  });

  it('a failure of the framework that no test explains, in any part', async () => {
    await quarantineTax();
    const key = 'github-actions:1:1:unit';
    const part = { runId: randomUUID(), execution: { key, leg: 'a' } };
    await run({ 'adds up': TAX }, part);
    const other = {
      runId: randomUUID(),
      execution: {
        key,
        leg: 'b',
        status: 'failed' as const,
        ci: { provider: 'github', job: 'unit' },
      },
    };
    const execution = await run({ 'takes away': null }, other);
    expect(await verdictOf(execution)).toMatchObject({
      verdict: 'fail',
      blocking: [
        'run-error: vitest reported a failure although no test failed, such as a coverage threshold or an obsolete snapshot. The log of its job (unit, b) has the reason.',
      ],
    });
  });

  it('but knows the failures that a merged report repeats', async () => {
    await quarantineTax();
    const execution = { key: 'github-actions:1:1:unit' };
    await run({ 'adds up': TAX }, { runId: randomUUID(), execution });
    const merged = { runId: randomUUID(), execution: { ...execution, merged: true } };
    expect(await verdictOf(await run({ 'adds up': TAX }, merged))).toMatchObject({
      verdict: 'pass',
      blocking: [],
    });
  });

  it('a mass failure', async () => {
    const titles = Array.from({ length: 20 }, (_, index) => `test ${index}`);
    const failing = (count: number) =>
      run(Object.fromEntries(titles.map((title, index) => [title, index < count ? TAX : null])));
    const first = await readExecution(to, await failing(20), '?status=failed');
    for (const { testId } of first.results.slice(0, 4)) {
      await quarantine(to, { testId, reason: 'outage', fingerprints: 'any' });
    }
    expect((await verdictOf(await failing(3))).verdict).toBe('pass');
    expect(await gateOf(to, await failing(4))).toMatchObject({
      verdict: 'fail',
      counts: { failures: 4, excused: 4, blocking: 1, blockingOnBase: 0 },
      blocking: [
        {
          kind: 'mass-failure',
          why: '4 of 20 tests failed: from 20 %, excused failures block too.',
        },
      ],
    });
  });
});

it('names 1,000 failures and counts all', async () => {
  const failing = Object.fromEntries(
    Array.from({ length: 1_100 }, (_, index): [string, string] => [`test ${index}`, TAX]),
  );
  const { counts, blocking } = await gateOf(to, await run(failing));
  expect(counts).toMatchObject({ failures: 1_100, excused: 0, blocking: 1_101 });
  expect([blocking.length, blocking[0]?.kind, blocking.at(-1)?.title]).toEqual([
    1_000,
    'mass-failure',
    'test 998',
  ]);
});

it('answers an ingest key for its own executions only', async () => {
  const { text } = await createApiKey(
    server.deps,
    createScope(server.deps.database, organizationId),
    {
      name: 'CI',
      scope: 'ingest',
      createdBy: null,
    },
  );
  const ingest = { app: server.app, apiKey: text };
  const foreign = await run({ 'adds up': null });
  const own = await uploadFailures(server, ingest, makeUpload());
  expect((await gateOf(ingest, own)).verdict).toBe('pass');
  const url = `/api/executions/${foreign.executionId}/gate`;
  expect(errorOf(await ask(ingest, { url }))).toMatchObject({ status: 403 });
  expect(errorOf(await ask(ingest, { url: '/api/quarantine' }))).toMatchObject({ status: 403 });
});

it('does not find an execution that does not exist', async () => {
  for (const id of [randomUUID(), 'latest']) {
    expect(errorOf(await ask(to, { url: `/api/executions/${id}/gate` }))).toEqual({
      status: 404,
      error: { code: 'NOT_FOUND', message: `There is no execution '${id}'.` },
    });
  }
});

it('has settings that admins change', async () => {
  const admin = await signInAs(server, organizationId, 'admin');
  const member = await signInAs(server, organizationId, 'member');
  expect(await call(server, member.token, 'settings.gate', {})).toEqual({
    excuseKnownFlakes: false,
    blockOnlyNew: false,
  });
  const change = { excuseKnownFlakes: true };
  const answers = [];
  for (const token of [admin.token, admin.token, member.token, to.apiKey]) {
    const asker = { app: server.app, apiKey: token };
    answers.push((await send(asker, 'PATCH', '/api/settings/gate', change)).status);
  }
  expect(answers).toEqual([200, 200, 403, 403]);
  const after = { excuseKnownFlakes: true, blockOnlyNew: false };
  expect(await call(server, member.token, 'settings.gate', {})).toEqual(after);
  const { items } = await call(server, admin.token, 'auditLog.list', {
    action: 'settings.gate-changed',
  });
  expect(items.map(({ actor, details }) => ({ actor: actor.name, details }))).toEqual([
    {
      actor: admin.email,
      details: { before: { ...after, excuseKnownFlakes: false }, after },
    },
  ]);
});
