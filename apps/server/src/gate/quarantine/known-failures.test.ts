import { randomUUID } from 'node:crypto';
import type { IngestExecution } from '@svc/contract/executions/ingest';
import type { KnownFailure, KnownFailures } from '@svc/contract/gate/known-failures';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { inDays } from '../../../test/clock.ts';
import { makeRun } from '../../../test/history.ts';
import { failureIn, quarantine } from '../../../test/scenes/gating.ts';
import {
  ask,
  dataOf,
  errorOf,
  makeUpload,
  readExecution,
  settle,
  upload,
} from '../../../test/make.ts';
import { createScope } from '../../db/scope.ts';
import { countKnownFailures } from './known-failures.queries.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeApp();
});
afterAll(() => server.close());

let organizationId: string;
let to: Pick<TestApp, 'app' | 'apiKey'>;
beforeEach(async () => {
  const made = await server.makeOrganization(randomUUID());
  organizationId = made.organizationId;
  to = { app: server.app, apiKey: made.apiKey };
});

const TAX = 'TypeError: tax is missing';
const ADMIN = 'AssertionError: the admin check was skipped';
const FORK = 'evil:fix';
const CI: NonNullable<IngestExecution['ci']> = { provider: 'github', runId: '1' };

interface Run {
  /** Messages of the errors of the failed attempt; the result is listed under the first. */
  messages?: string[];
  branch?: string;
  commit?: string;
  at?: Date;
  flaky?: boolean;
  ci?: IngestExecution['ci'] | null;
}

/** Uploads a run from CI in which the test failed, and then passed unless it is not flaky. */
async function run({ messages = [TAX], branch, commit, at, flaky = true, ci = CI }: Run = {}) {
  const failed = {
    status: 'failed' as const,
    durationMs: 1,
    errors: messages.map((message) => ({ message })),
  };
  const attempts = flaky ? [failed, { status: 'passed' as const, durationMs: 1 }] : [failed];
  return upload(
    to,
    makeUpload({
      execution: {
        status: flaky ? 'passed' : 'failed',
        startedAt: (at ?? inDays(-1)).toISOString(),
        git: { branch: branch ?? 'main', commit: (commit ?? 'a').repeat(40) },
        ...(ci === null ? {} : { ci }),
      },
      results: [makeRun('adds up', flaky ? 'r' : 'f', { attempts })],
    }),
  );
}

async function testIdIn(execution: { executionId: string }): Promise<string> {
  const [result] = (await readExecution(to, execution)).results;
  return result?.testId ?? '';
}

async function knownOf(execution: { executionId: string }): Promise<KnownFailures> {
  await settle(server);
  const testId = await testIdIn(execution);
  return dataOf(await ask(to, { url: `/api/tests/${testId}/known-failures` })) as KnownFailures;
}

const short = ({ pattern, count, branches, isDefault }: KnownFailure) => [
  pattern,
  count,
  branches.map(({ branch }) => branch),
  isDefault,
];

it("names the branches of a fork's flaky failure, which no entry excuses by default", async () => {
  const real = await run({ commit: 'a', flaky: false });
  const at = inDays(-1);
  await run({ messages: [ADMIN], branch: FORK, commit: 'b', at });
  await run({ messages: [ADMIN], branch: FORK, commit: 'c', at: inDays(-2) });
  const { defaultBranch, items } = await knownOf(real);
  expect(defaultBranch).toBe('main');
  expect(items).toEqual([
    {
      fingerprint: expect.stringMatching(/^fp2:[0-9a-f]{32}$/) as string,
      pattern: ADMIN,
      count: 2,
      lastSeenAt: at.toISOString(),
      branches: [{ branch: FORK, count: 2 }],
      moreBranches: 0,
      commits: 2,
      onDefaultBranch: false,
      isDefault: false,
    },
    expect.objectContaining({
      pattern: TAX,
      branches: [{ branch: 'main', count: 1 }],
      onDefaultBranch: true,
      isDefault: false,
    }),
  ]);
});

it('marks what an entry excuses that names no fingerprints: the same ones as the entry then has', async () => {
  const first = await run({ commit: 'a' });
  await run({ commit: 'b', at: inDays(-2) });
  await run({ commit: 'b', branch: 'feature' });
  await run({ messages: [ADMIN], branch: FORK, commit: 'c' });
  const { items } = await knownOf(first);
  expect(items.map(short)).toEqual([
    [TAX, 3, ['main', 'feature'], true],
    [ADMIN, 1, [FORK], false],
  ]);
  const entry = await quarantine(to, { testId: await testIdIn(first), reason: 'flaky' });
  expect(entry.fingerprints).toEqual([items[0]?.fingerprint]);
});

it('takes no flaky runs of one commit, or of a time before the last 30 days, as the default', async () => {
  const first = await run({ commit: 'a' });
  await run({ commit: 'a', at: inDays(-2) });
  await run({ commit: 'b', at: inDays(-31) });
  const { items } = await knownOf(first);
  expect(items.map(short)).toEqual([[TAX, 3, ['main'], false]]);
  expect(items[0]).toMatchObject({ commits: 2, onDefaultBranch: true });
});

it('counts every error of a failure', async () => {
  const first = await run({ messages: [TAX, ADMIN], commit: 'a' });
  await run({ messages: [TAX], commit: 'b' });
  const once = await knownOf(first);
  expect(once.items.map(short)).toEqual([
    [TAX, 2, ['main'], true],
    // These failures are of one commit.
    [ADMIN, 1, ['main'], false],
  ]);
  await run({ messages: [TAX, ADMIN], commit: 'c' });
  const twice = await knownOf(first);
  expect(twice.items.map(short)).toEqual([
    [TAX, 3, ['main'], true],
    [ADMIN, 2, ['main'], true],
  ]);
});

it('does not take a local run of the default branch for the branch, in a project with CI', async () => {
  const first = await run({ flaky: false });
  await run({ messages: [ADMIN], ci: null });
  const { items } = await knownOf(first);
  expect(items.map((item) => [...short(item), item.onDefaultBranch])).toEqual([
    [ADMIN, 1, ['main'], false, false],
    [TAX, 1, ['main'], false, true],
  ]);
});

it('names three branches, the most frequent first, and counts the others', async () => {
  await run({ messages: [ADMIN] });
  const first = await run({ branch: 'c', commit: 'b' });
  for (const branch of ['b', 'c', 'b', 'c']) await run({ branch });
  await run({ branch: 'd' });
  for (const branch of ['e', 'f']) await run({ branch, at: inDays(-3) });
  const [item] = (await knownOf(first)).items;
  expect(item).toMatchObject({
    pattern: TAX,
    count: 8,
    branches: [
      { branch: 'c', count: 3 },
      { branch: 'b', count: 2 },
      { branch: 'd', count: 1 },
    ],
    moreBranches: 2,
    commits: 2,
    onDefaultBranch: false,
  });
});

it('leaves out failures of more than 90 days ago', async () => {
  const first = await run({ at: inDays(-89) });
  await run({ messages: [ADMIN], at: inDays(-91) });
  expect((await knownOf(first)).items.map(short)).toEqual([[TAX, 1, ['main'], false]]);
});

it('reads the newest results, and keeps what is excused by default within its limits', async () => {
  const first = await run({ messages: [ADMIN, ADMIN], branch: FORK });
  await run({ commit: 'a' });
  await run({ messages: [ADMIN], branch: FORK });
  const { items } = await knownOf(first);
  expect(items.map(short)).toEqual([
    [ADMIN, 2, [FORK], false],
    [TAX, 1, ['main'], false],
  ]);
  const tax = items[1]?.fingerprint ?? '';
  const asked = { testId: await testIdIn(first), from: inDays(-90), branches: 3 };
  const count = async (bounds: { first: string[]; results: number; limit: number }) => {
    const rows = await countKnownFailures(createScope(server.deps.database, organizationId), {
      ...asked,
      ...bounds,
    });
    return rows.map(({ pattern, count }) => [pattern, count]);
  };
  expect(await count({ first: [], results: 2, limit: 50 })).toEqual([
    [ADMIN, 1],
    [TAX, 1],
  ]);
  expect(await count({ first: [], results: 1_000, limit: 1 })).toEqual([[ADMIN, 2]]);
  expect(await count({ first: [tax], results: 1_000, limit: 1 })).toEqual([[TAX, 1]]);
});

it('does not find a test of another organization, nor one that is none', async () => {
  const execution = await run({ flaky: false });
  await settle(server);
  const { testId } = await failureIn(to, execution);
  const other = await server.makeOrganization(randomUUID());
  const url = `/api/tests/${testId}/known-failures`;
  const outside = { app: server.app, apiKey: other.apiKey };
  expect(errorOf(await ask(outside, { url }))).toEqual({
    status: 404,
    error: { code: 'NOT_FOUND', message: `There is no test '${testId}'.` },
  });
  expect(errorOf(await ask(to, { url: '/api/tests/none/known-failures' })).status).toBe(404);
});
