import { randomUUID } from 'node:crypto';
import type { TestError } from '@svc/contract/executions/test-errors';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { makeRun } from '../../../test/history.ts';
import { makeUpload } from '../../../test/make.ts';
import { timeBefore } from '../../../test/clock.ts';
import { call } from '../../../test/procedures.ts';
import { signInAs } from '../../../test/sign-in-as.ts';
import { gateOf, quarantine, uploadFailures } from '../../../test/scenes/gating.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeApp({ SVC_SETTLE_SECONDS: '30' });
});
afterAll(() => server.close());

let to: Pick<TestApp, 'app' | 'apiKey'>;
let organizationId: string;
beforeEach(async () => {
  const made = await server.makeOrganization(randomUUID());
  const { apiKey } = made;
  organizationId = made.organizationId;
  to = { app: server.app, apiKey };
});

const BUG: TestError = { message: 'TypeError: cart is undefined' };
const OTHER: TestError = { message: 'Error: the database is locked' };

/** Uploads an execution of a branch, with the errors of its tests by title. Without errors, a test passed. */
function run(hoursAgo: number, tests: Record<string, TestError[]>, git: object = {}) {
  const results = Object.entries(tests).map(([title, errors]) =>
    errors.length === 0
      ? makeRun(title, '.')
      : makeRun(title, 'f', { attempts: [{ status: 'failed', durationMs: 3, errors }] }),
  );
  const execution = {
    startedAt: timeBefore(hoursAgo),
    git: { branch: 'main', commit: String(hoursAgo).padStart(40, 'a'), ...git },
    ci: { provider: 'github', runId: String(hoursAgo) },
  };
  return uploadFailures(server, to, makeUpload({ execution, results }));
}

const FIX = { branch: 'fix', baseBranch: 'main' };

it('leads with the failures that the base does not have, and counts the others', async () => {
  const base = await run(3, { old: [BUG], both: [BUG], fixed: [BUG], fine: [] });
  const tests = { old: [BUG], both: [BUG, OTHER], worse: [OTHER], fixed: [], fine: [BUG] };
  const gate = await gateOf(to, await run(2, tests, FIX));
  expect(gate).toMatchObject({
    verdict: 'fail',
    base: { executionId: base.executionId, number: 1, branch: 'main' },
    counts: { failures: 4, excused: 0, blocking: 4, blockingOnBase: 1 },
  });
  expect(gate.blocking.map(({ title, onBase }) => [title, onBase])).toEqual([
    ['both', false],
    ['worse', false],
    ['fine', false],
    ['old', true],
  ]);
});

it.each<[string, object]>([
  ['is of the base branch itself', {}],
  ['has a target that never ran', { branch: 'fix', baseBranch: 'release' }],
])('names no base for an execution that %s', async (_, git) => {
  await run(3, { old: [BUG] });
  expect(await gateOf(to, await run(2, { old: [BUG] }, git))).toMatchObject({
    base: null,
    counts: { blocking: 1, blockingOnBase: 0 },
    blocking: [{ onBase: false }],
  });
});

it('takes no execution of a fork for the base', async () => {
  await run(4, { old: [] });
  await run(3, { old: [BUG] }, { branch: 'main', baseBranch: 'main' });
  const gate = await gateOf(to, await run(2, { old: [BUG] }, FIX));
  expect(gate).toMatchObject({ base: { number: 1 }, blocking: [{ onBase: false }] });
});

it('does not count what the quarantine excuses', async () => {
  await run(3, { old: [BUG], other: [BUG] });
  const head = await run(2, { old: [BUG], other: [BUG] }, FIX);
  const [item] = (await gateOf(to, head)).blocking;
  await quarantine(to, {
    testId: item?.testId,
    fingerprints: [item?.fingerprint],
    reason: 'SHOP-1',
  });
  expect((await gateOf(to, head)).counts).toEqual({
    failures: 2,
    excused: 1,
    blocking: 1,
    blockingOnBase: 1,
  });
});

describe('an organization in which only new failures block', () => {
  let admin: Awaited<ReturnType<typeof signInAs>>;
  beforeEach(async () => {
    admin = await signInAs(server, organizationId, 'admin');
    await call(server, admin.token, 'settings.setGate', { blockOnlyNew: true });
  });

  it('passes a change whose failures are all on the default branch', async () => {
    await run(3, { old: [BUG], fine: [] });
    expect(await gateOf(to, await run(2, { old: [BUG], fine: [] }, FIX))).toMatchObject({
      verdict: 'pass',
      blocksOnlyNew: true,
      counts: { failures: 1, excused: 1, blocking: 0, blockingOnBase: 0 },
      excused: [{ by: 'base', reason: 'It failed in #1 of main, too.', quarantineId: null }],
    });
  });

  it.each<[string, Record<string, TestError[]>]>([
    ['another failure', { old: [BUG], fine: [BUG] }],
    ['a further error', { old: [BUG, OTHER], fine: [] }],
    ['a test that did not run there', { old: [BUG], fresh: [BUG] }],
  ])('blocks %s', async (_, tests) => {
    await run(3, { old: [BUG], fine: [] });
    const gate = await gateOf(to, await run(2, tests, FIX));
    expect(gate).toMatchObject({ verdict: 'fail', counts: { blocking: 1, blockingOnBase: 0 } });
  });

  it.each<[string, object]>([
    ['on the default branch itself', {}],
    [
      'of a change into another branch, whose failures anybody can make',
      { branch: 'fix', baseBranch: 'release' },
    ],
  ])('blocks %s', async (_, git) => {
    for (const hoursAgo of [5, 6])
      await run(hoursAgo, { fine: [] }, { ...FIX, branch: `fix ${hoursAgo}` });
    await run(4, { old: [BUG] });
    await run(3, { old: [BUG] }, { branch: 'release' });
    expect(await gateOf(to, await run(2, { old: [BUG] }, git))).toMatchObject({
      verdict: 'fail',
      blocksOnlyNew: false,
    });
  });

  it('keeps the other setting when one is changed, and refuses none', async () => {
    await call(server, admin.token, 'settings.setGate', { excuseKnownFlakes: true });
    expect(await call(server, admin.token, 'settings.gate', {})).toEqual({
      blockOnlyNew: true,
      excuseKnownFlakes: true,
    });
    await expect(call(server, admin.token, 'settings.setGate', {})).rejects.toThrow(/at least one/);
  });
});
