import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../test/app.ts';
import { inDays, timeBefore } from '../../test/clock.ts';
import { makeRun } from '../../test/history.ts';
import { makeUpload } from '../../test/make.ts';
import { failureIn, gateOf, quarantine, uploadFailures } from '../../test/scenes/gating.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeApp();
});
afterAll(() => server.close());

let to: Pick<TestApp, 'app' | 'apiKey'>;
beforeEach(async () => {
  const { apiKey } = await server.makeOrganization(randomUUID());
  to = { app: server.app, apiKey };
});

const REFUSED = 'connect ECONNREFUSED 10.0.25.138:5432';
const BUG = 'TypeError: cart is undefined';

/** Tests `<name> 0`, `<name> 1`, … that failed with this message, five to a file. */
function failing(name: string, count: number, message: string) {
  return Array.from({ length: count }, (_, n) =>
    makeRun(`${name} ${n}`, 'f', {
      file: `src/${name}${Math.floor(n / 5)}.test.ts`,
      attempts: [{ status: 'failed', durationMs: 3, errors: [{ message }] }],
    }),
  );
}

function run(results: ReturnType<typeof makeRun>[], { hoursAgo = 1, git = {} } = {}) {
  const execution = {
    startedAt: timeBefore(hoursAgo),
    git: { branch: 'main', commit: String(hoursAgo).padStart(40, 'a'), ...git },
    ci: { provider: 'github', runId: String(hoursAgo) },
  };
  return uploadFailures(server, to, makeUpload({ execution, results }));
}

it('puts the three new failures before 1,500 that the base has, with true counts', async () => {
  const known = failing('orders', 1_500, REFUSED);
  await run([...known, ...Array.from({ length: 6_000 }, (_, n) => makeRun(`fine ${n}`, '.'))], {
    hoursAgo: 3,
  });
  const results = [
    ...known,
    ...failing('cart', 3, BUG),
    ...Array.from({ length: 6_000 }, (_, n) => makeRun(`fine ${n}`, '.')),
  ];
  const gate = await gateOf(
    to,
    await run(results, { hoursAgo: 2, git: { branch: 'fix', baseBranch: 'main' } }),
  );
  expect(gate.counts).toMatchObject({ blockingOnBase: 1_500 });
  expect(gate.causes.blocking).toMatchObject({
    total: 2,
    items: [
      { pattern: BUG, failures: 3, tests: 3, files: 1, onBase: 0 },
      {
        pattern: 'connect ECONNREFUSED <host>',
        failures: 1_500,
        tests: 1_500,
        files: 300,
        onBase: 1_500,
      },
    ],
  });
  const failures = gate.blocking.filter(({ kind }) => kind === 'failure');
  expect(failures.slice(0, 4).map(({ title }) => title)).toEqual([
    'cart 0',
    'cart 1',
    'cart 2',
    'orders 0',
  ]);
});

it('names a failure of each cause, however many failures one of them has', async () => {
  const execution = await run([
    ...failing('orders', 1_100, REFUSED),
    ...failing('cart', 3, BUG),
    ...Array.from({ length: 6_000 }, (_, n) => makeRun(`fine ${n}`, '.')),
  ]);
  const { blocking, causes } = await gateOf(to, execution);
  expect(blocking).toHaveLength(1_000);
  expect(blocking.filter(({ title }) => title?.startsWith('cart'))).toHaveLength(3);
  expect(causes.blocking.items.map(({ failures }) => failures)).toEqual([1_100, 3]);
});

it('groups what is excused apart from what blocks, and counts a test that failed twice once', async () => {
  const twice = [...failing('cart', 1, BUG), ...failing('cart', 1, BUG)];
  const send = (hoursAgo: number) =>
    run([...twice, ...failing('orders', 2, BUG), makeRun('fine', '.')], { hoursAgo });
  const { testId, fingerprint } = await failureIn(to, await send(3));
  const expiresAt = inDays(2).toISOString();
  await quarantine(to, { testId, fingerprints: [fingerprint], reason: 'SHOP-12', expiresAt });
  const { causes } = await gateOf(to, await send(2));
  expect(causes.excused).toMatchObject({
    total: 1,
    items: [{ pattern: BUG, failures: 2, tests: 1, files: 1 }],
  });
  expect(causes.blocking).toMatchObject({
    total: 1,
    items: [{ pattern: BUG, failures: 2, tests: 2, files: 1 }],
  });
});
