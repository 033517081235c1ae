import type { BlockingItem } from '@svc/contract/gate/gate';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { inDays } from '../../../test/clock.ts';
import { makeRun } from '../../../test/history.ts';
import { makeUpload } from '../../../test/make.ts';
import {
  failureIn,
  gateOf,
  quarantine,
  send,
  uploadFailures,
} from '../../../test/scenes/gating.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeApp();
});
afterAll(() => server.close());

let to: Pick<TestApp, 'app' | 'apiKey'>;
beforeEach(async () => {
  server.setNow(null);
  const { apiKey } = await server.makeOrganization(randomUUID());
  to = { app: server.app, apiKey };
});

const CART = 'src/cart.test.ts';
const TAX = 'Error: tax is missing';

interface Failing {
  title?: string;
  file?: string;
  message?: string;
}

const failing = ({ title = 'adds up', file = CART, message = TAX }: Failing = {}) =>
  makeRun(title, 'f', {
    file,
    attempts: [{ status: 'failed', durationMs: 3, errors: [{ message }] }],
  });
const passing = ({ title = 'adds up', file = CART }: Failing = {}) => makeRun(title, '.', { file });

const run = (...results: ReturnType<typeof makeRun>[]) =>
  uploadFailures(server, to, makeUpload({ results, execution: { status: 'failed' } }));

/** Quarantines the failure of `adds up` in `src/cart.test.ts`. */
async function quarantineTax(facts: object = {}) {
  const { testId, fingerprint } = await failureIn(to, await run(failing()));
  return await quarantine(to, {
    testId,
    fingerprints: [fingerprint],
    reason: 'SHOP-12',
    ...facts,
  });
}

async function blockingOf(execution: Awaited<ReturnType<typeof run>>) {
  const { blocking } = await gateOf(to, execution);
  return blocking.map(({ why, quarantineId, relatedEntry }: BlockingItem) => ({
    why,
    quarantineId,
    relatedEntry,
  }));
}

const NONE = {
  why: 'Nothing excuses this failure.',
  quarantineId: null,
  relatedEntry: undefined,
};
const MOVED =
  "Nothing excuses this failure. The quarantined test 'adds up' in src/cart.test.ts did not run: " +
  'this may be the same test, moved or renamed.';
const other = (why: string, { id }: { id: string }) => ({
  why,
  quarantineId: null,
  relatedEntry: { quarantineId: id, relation: 'other-test' },
});

it('names the entry of a test of the same title in another file, which did not run', async () => {
  const entry = await quarantineTax();
  const moved = failing({ file: 'src/shop/cart.test.ts', message: 'Error: something else' });
  expect(await blockingOf(await run(moved))).toEqual([other(MOVED, entry)]);
});

it('names no entry of a test that ran', async () => {
  await quarantineTax({ fingerprints: 'any' });
  const moved = failing({ file: 'src/shop/cart.test.ts' });
  expect(await blockingOf(await run(moved, passing()))).toEqual([NONE]);
});

it('does not take a test for moved that a filtered run left out', async () => {
  await quarantineTax();
  const results = [failing({ file: 'src/shop/cart.test.ts' })];
  const execution = { status: 'failed' as const, partial: ['filter' as const] };
  const filtered = await uploadFailures(server, to, makeUpload({ results, execution }));
  expect(await blockingOf(filtered)).toEqual([NONE]);
});

it('names the entry of the same failure in the same file, whose test did not run', async () => {
  const entry = await quarantineTax();
  const renamed = failing({ title: 'adds everything up' });
  expect(await blockingOf(await run(renamed))).toEqual([other(MOVED, entry)]);
  const different = failing({ title: 'adds everything up', message: 'Error: something else' });
  expect(await blockingOf(await run(different))).toEqual([NONE]);
});

it('guesses nothing from an entry for every failure of another test of the file', async () => {
  await quarantineTax({ fingerprints: 'any' });
  expect(await blockingOf(await run(failing({ title: 'takes away' })))).toEqual([NONE]);
});

it('names the entry that expired, for 30 days', async () => {
  const expiresAt = inDays(2).toISOString();
  const { id } = await quarantineTax({ expiresAt });
  const execution = await run(failing());
  server.setNow(inDays(3));
  const at = expiresAt.slice(0, 16).replace('T', ' ');
  const why = `Nothing excuses this failure: its quarantine expired at ${at} UTC.`;
  expect(await blockingOf(execution)).toEqual([
    { why, quarantineId: null, relatedEntry: { quarantineId: id, relation: 'ended' } },
  ]);
  server.setNow(inDays(33));
  expect(await blockingOf(execution)).toEqual([NONE]);
});

it('names the entry that was lifted, unless it was for another failure', async () => {
  const { id } = await quarantineTax();
  await send(to, 'DELETE', `/api/quarantine/${id}`);
  const [item] = await blockingOf(await run(failing()));
  expect(item).toMatchObject({ relatedEntry: { quarantineId: id, relation: 'ended' } });
  expect(item?.why).toMatch(
    /^Nothing excuses this failure: its quarantine was lifted at \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/,
  );
  expect(await blockingOf(await run(failing({ message: 'Error: something else' })))).toEqual([
    NONE,
  ]);
});

it('names the active entry of the test before any other', async () => {
  const { id } = await quarantineTax();
  const [item] = await blockingOf(await run(failing({ message: 'Error: something else' })));
  expect(item).toMatchObject({ quarantineId: id, relatedEntry: undefined });
});

it('names no entry of another project', async () => {
  await quarantineTax();
  const moved = failing({ file: 'src/shop/cart.test.ts' });
  const execution = await uploadFailures(
    server,
    to,
    makeUpload({ results: [moved], execution: { status: 'failed', project: 'till' } }),
  );
  expect(await blockingOf(execution)).toEqual([NONE]);
});
