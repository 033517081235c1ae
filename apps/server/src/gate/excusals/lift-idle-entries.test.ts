import { randomUUID } from 'node:crypto';
import type { Page } from '@svc/contract/pages';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeOwnApp, type TestApp } from '../../../test/app.ts';
import { inDays, testClock } from '../../../test/clock.ts';
import {
  failureIn,
  makeFailures,
  quarantine,
  readEntry,
  send,
  settleExcusals,
  uploadFailures,
} from '../../../test/scenes/gating.ts';
import { uploadHistory } from '../../../test/history.ts';
import { ask, dataOf, settle, upload } from '../../../test/make.ts';
import { call } from '../../../test/procedures.ts';
import { signInAs } from '../../../test/sign-in-as.ts';
import { applyRetention } from '../../lifetime/retention/retention.ts';
import { liftIdleEntries } from './lift-idle-entries.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeOwnApp({ because: 'lifts the idle entries of all organizations' });
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

/** A quarantined test that failed once. Its entry is of now, and ends in 60 days. */
async function quarantinedTest(title = 'adds up') {
  const before = await uploadFailures(server, to, makeFailures({ [title]: TAX }));
  const { testId } = await failureIn(to, before);
  const expiresAt = inDays(60).toISOString();
  return quarantine(to, { testId, reason: 'SHOP-12', fingerprints: 'any', expiresAt });
}

/** The ids of all entries, newest first. */
async function entries(): Promise<string[]> {
  const { items } = dataOf(await ask(to, { url: '/api/quarantine' })) as Page<{ id: string }>;
  return items.map(({ id }) => id);
}

/** Moves the clock on, and uploads the test's runs up to then, an hour apart. */
async function runAfter(days: number, letters: string): Promise<void> {
  server.setNow(inDays(days));
  if (letters !== '') await uploadHistory(to, letters, { end: testClock.now() });
  await settle(server);
}

it('lifts an entry once it has excused nothing for 14 days while its test passed', async () => {
  const entry = await quarantinedTest();
  await runAfter(13.9, '.....');
  expect(await liftIdleEntries(server.deps)).toBe(0);
  server.setNow(inDays(0.2));
  // Several servers at once.
  const lifted = await Promise.all([1, 2, 3].map(() => liftIdleEntries(server.deps)));
  expect(lifted.toSorted((a, b) => a - b)).toEqual([0, 0, 1]);
  expect(await readEntry(to, entry.id)).toMatchObject({
    state: 'lifted',
    endedAt: testClock.now().toISOString(),
    endedBy: 'server',
  });
  expect(await liftIdleEntries(server.deps)).toBe(0);
  const { token } = await signInAs(server, organizationId, 'admin');
  const { items } = await call(server, token, 'auditLog.list', { action: 'quarantine.lifted' });
  expect(items).toEqual([
    {
      id: expect.any(String),
      at: testClock.now().toISOString(),
      actor: { kind: 'server', id: null, name: 'svc' },
      address: null,
      action: 'quarantine.lifted',
      target: { kind: 'quarantine', id: entry.id, name: 'adds up' },
      details: {
        testId: entry.testId,
        reason: 'SHOP-12',
        owner: null,
        why: 'excused nothing for 14 days, and the test passes',
      },
    },
  ]);
});

it.each([
  ['its test did not run', ''],
  ['its test ran too rarely', '....'],
  ['its test was skipped', 'sssss'],
  ['its test failed since', '.....f.....'],
  ['its test was flaky since', '.....r.....'],
])('keeps an entry if %s', async (_, letters) => {
  await quarantinedTest();
  await runAfter(15, letters);
  expect(await liftIdleEntries(server.deps)).toBe(0);
});

it('counts from the last failure that the entry excused', async () => {
  await quarantinedTest();
  await runAfter(5, '');
  await upload(to, makeFailures({ 'adds up': TAX }));
  await settleExcusals(server);
  await runAfter(10, '.....');
  expect(await liftIdleEntries(server.deps)).toBe(0);
  await runAfter(5, '.....');
  expect(await liftIdleEntries(server.deps)).toBe(1);
});

it('counts from the last change of the entry', async () => {
  const entry = await quarantinedTest();
  await runAfter(10, '');
  await send(to, 'PATCH', `/api/quarantine/${entry.id}`, { owner: 'ada' });
  await runAfter(13, '.....');
  expect(await liftIdleEntries(server.deps)).toBe(0);
  await runAfter(2, '');
  expect(await liftIdleEntries(server.deps)).toBe(1);
});

it('is forgotten with the roll-ups of the time when it ended', async () => {
  const [expired, active] = [await quarantinedTest('a'), await quarantinedTest('b')];
  const { token } = await signInAs(server, organizationId, 'admin');
  const later = { id: active.id, expiresAt: inDays(89).toISOString() };
  await call(server, token, 'quarantine.edit', later);
  await call(server, token, 'settings.setRetention', { resultsDays: 7, rollUpsDays: 14 });
  server.setNow(inDays(70));
  await applyRetention(server.deps);
  expect(await entries()).toEqual([active.id, expired.id]);
  // The week of the expiry ended more than 14 days before.
  server.setNow(inDays(13));
  await applyRetention(server.deps);
  expect(await entries()).toEqual([active.id]);
});

it('leaves an expired entry as it is', async () => {
  const entry = await quarantinedTest();
  await runAfter(61, '.....');
  expect(await liftIdleEntries(server.deps)).toBe(0);
  expect((await readEntry(to, entry.id)).state).toBe('expired');
});
