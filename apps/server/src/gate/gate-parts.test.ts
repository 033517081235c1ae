import { randomUUID } from 'node:crypto';
import type { IngestBody, IngestExecution } from '@svc/contract/executions/ingest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../test/app.ts';
import { timeBefore } from '../../test/clock.ts';
import { makeResult, makeUpload, readExecution, settle, upload } from '../../test/make.ts';
import {
  failureIn,
  gateOf,
  makeFailures,
  quarantine,
  type Failures,
} from '../../test/scenes/gating.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeApp({ SVC_SETTLE_SECONDS: '30' });
});
afterAll(() => server.close());

let to: Pick<TestApp, 'app' | 'apiKey'>;
let key: string;
beforeEach(async () => {
  const { apiKey } = await server.makeOrganization(randomUUID());
  to = { app: server.app, apiKey };
  key = `github-actions:${randomUUID()}:1:unit`;
});

const KNOWN = 'Error: socket hang up';
const BUG = 'TypeError: admin is not defined';

/** Uploads a part of the execution. */
async function part(failures: Failures, execution: Partial<IngestExecution> = {}) {
  const body = makeFailures(failures, { runId: randomUUID(), execution: { key, ...execution } });
  const answer = await upload(to, body);
  await settle(server);
  return answer;
}

async function quarantineKnown(title = 'q'): Promise<void> {
  const { testId, fingerprint } = await failureIn(
    to,
    await part({ [title]: KNOWN }, { key: `github-actions:${randomUUID()}:1:unit` }),
  );
  await quarantine(to, { testId, fingerprints: [fingerprint], reason: 'SHOP-12' });
}

const shard = (index: number) => ({ shard: { index, total: 2 } });

describe('a failure is no duplicate', () => {
  it.each<[string, Failures, Failures]>([
    ['of a pass', { real: null, q: KNOWN }, { real: BUG }],
    ['of another failure of its test', { real: null, q: KNOWN }, { q: BUG }],
    ['of a skipped test', { q: KNOWN }, { real: BUG }],
  ])('%s that a merged report had before', async (_, merged, late) => {
    await quarantineKnown();
    await part(merged, { merged: true });
    const answer = await part(late, shard(1));
    expect(answer.accepted).toEqual({ results: 1, duplicates: 0 });
    expect((await readExecution(to, answer)).status).toBe('failed');
    await part({ q: KNOWN }, shard(2));
    expect((await gateOf(to, answer)).verdict).toBe('fail');
  });

  it('of a pass that comes in a merged report after it', async () => {
    await part({ real: null }, shard(1));
    await part({ other: null }, shard(2));
    const answer = await part({ real: BUG, other: null }, { merged: true });
    expect(answer.accepted).toEqual({ results: 1, duplicates: 1 });
    expect((await gateOf(to, answer)).verdict).toBe('fail');
  });

  it('of a pass in the same part', async () => {
    const runId = randomUUID();
    const send = (failures: Failures) =>
      upload(to, makeFailures(failures, { runId, execution: { key } }));
    await send({ real: null });
    expect((await send({ real: BUG })).accepted).toEqual({ results: 1, duplicates: 0 });
    expect((await send({ real: BUG })).accepted).toEqual({ results: 0, duplicates: 1 });
  });
});

it('knows failures that a merged report repeats, and those that come after it', async () => {
  await quarantineKnown();
  await part({ q: KNOWN }, shard(1));
  await part({ other: null }, shard(2));
  const merged = await part({ q: KNOWN, other: null }, { merged: true });
  expect(merged.accepted).toEqual({ results: 0, duplicates: 2 });
  expect((await gateOf(to, merged)).verdict).toBe('pass');
  key = `github-actions:${randomUUID()}:1:unit`;
  await part({ q: KNOWN, other: null }, { merged: true });
  await part({ q: KNOWN }, shard(1));
  expect((await gateOf(to, await part({ other: null }, shard(2)))).verdict).toBe('pass');
});

it('blocks a part of a merged execution that failed without a failure', async () => {
  await quarantineKnown();
  await part({ q: KNOWN, other: null }, { merged: true });
  await part({ q: KNOWN }, shard(1));
  const answer = await part({ other: null }, { ...shard(2), status: 'failed' });
  expect(await gateOf(to, answer)).toMatchObject({
    verdict: 'fail',
    blocking: [{ kind: 'run-error' }],
  });
});

/** Uploads an execution from CI, which began some hours ago. */
function run(
  hours: number,
  body: Partial<IngestBody>,
  branch: string,
  facts: Partial<IngestExecution> = {},
) {
  const execution: Partial<IngestExecution> = {
    startedAt: timeBefore(hours),
    ci: { provider: 'github-actions', runId: randomUUID() },
    git: { branch, baseBranch: branch === 'main' ? undefined : 'main' },
    ...facts,
  };
  return upload(to, makeUpload({ ...body, execution }));
}

describe('an execution in which nothing ran', () => {
  const EMPTY = { results: [] };

  it.each<[string, Partial<IngestBody>, Partial<IngestExecution>]>([
    ['without a test', EMPTY, {}],
    ['with skipped tests alone', { results: [makeResult({ status: 'skipped' })] }, {}],
    ['with a filter', EMPTY, { partial: ['filter'] }],
  ])('%s blocks if tests ran in the base', async (_, body, facts) => {
    await run(3, {}, 'main');
    const answer = await run(1, body, 'topic', facts);
    await settle(server);
    expect(await gateOf(to, answer)).toMatchObject({
      verdict: 'fail',
      blocking: [{ kind: 'run-error', why: expect.stringMatching(/^No test ran, although/) }],
    });
  });

  it.each<[string, Partial<IngestBody>, Partial<IngestExecution>]>([
    ['ran nothing either', EMPTY, {}],
    ['is of another suite', {}, { name: 'e2e' }],
    ['is of another framework', {}, { framework: 'jest' }],
  ])('passes if the base %s', async (_, body, facts) => {
    await run(3, body, 'main', facts);
    const answer = await run(1, EMPTY, 'topic');
    await settle(server);
    expect((await gateOf(to, answer)).verdict).toBe('pass');
  });
});

/** An attempt of the CI run. */
function ci(runAttempt: number, job?: string): Partial<IngestExecution> {
  return {
    key: key.replace(':1:', `:${runAttempt}:`),
    ci: { provider: 'github-actions', runId: key, runAttempt, ...(job && { job }) },
  };
}

const node = (runtime: string) => ({ environment: { runtime } });

describe('a re-run', () => {
  const WHY = /^A part(?: \([^)]+\))? failed in an earlier attempt and ran no test since/;

  it.each<[string, Failures, Partial<IngestExecution>]>([
    ['without a result', {}, {}],
    ['with an empty merged report', {}, { merged: true }],
  ])('%s replaces no failure', async (_, failures, facts) => {
    await part({ real: BUG }, ci(1));
    const answer = await part(failures, { ...ci(2), ...facts });
    expect(await gateOf(to, answer)).toMatchObject({
      verdict: 'fail',
      blocking: [{ kind: 'run-error', why: expect.stringMatching(WHY) }],
    });
  });

  it('whose failed job ran nothing is red, although another job passed', async () => {
    await part({ real: BUG }, ci(1, 'a'));
    await part({ other: BUG }, ci(1, 'b'));
    await part({}, ci(2, 'a'));
    const answer = await part({ other: null }, ci(2, 'b'));
    expect(await gateOf(to, answer)).toMatchObject({
      verdict: 'fail',
      blocking: [{ why: expect.stringMatching(/^A part \(a\) failed/) }],
    });
  });

  it('names the job that ran nothing, not one that goes on in another environment', async () => {
    await part({ real: BUG }, { ...ci(1, 'a'), ...node('node 22.1.0') });
    await part({ other: BUG }, { ...ci(1, 'b'), ...node('node 22.1.0') });
    await part({}, { ...ci(2, 'a'), ...node('node 22.1.0') });
    const answer = await part({ other: null }, { ...ci(2, 'b'), ...node('node 24.1.0') });
    const [blocking] = (await gateOf(to, answer)).blocking;
    expect(blocking?.why).toMatch(/^A part \(a\) failed/);
  });

  it('names no job that ran again beside a merged report whose test is lost', async () => {
    await part({ real: BUG }, { ...ci(1, 'a'), ...node('node 22.1.0') });
    await part({ lost: BUG, real: BUG }, { ...ci(1), merged: true });
    const answer = await part({ real: null }, { ...ci(2, 'a'), ...node('node 24.1.0') });
    const [blocking] = (await gateOf(to, answer)).blocking;
    expect(blocking?.why).toMatch(/^A part failed/);
  });

  it('names the job that failed in a shard, not one of the same shard that passed', async () => {
    const only = { shard: { index: 1, total: 1 } };
    await part({ real: null }, { ...ci(1, 'alpha'), ...only });
    await part({ other: BUG }, { ...ci(1, 'beta'), ...only });
    await part({}, { ...ci(2, 'alpha'), ...only });
    const answer = await part({}, { ...ci(2, 'beta'), ...only });
    const [blocking] = (await gateOf(to, answer)).blocking;
    expect(blocking?.why).toContain('(beta, shard 1 of 1)');
  });

  it('passes in another environment, after a crash in the first one', async () => {
    await part({ real: BUG }, { ...ci(1, 'a'), ...node('node 22.1.0') });
    await part({}, { ...ci(2, 'a'), ...node('node 22.1.0'), status: 'failed' });
    const answer = await part({ real: null }, { ...ci(3, 'a'), ...node('node 24.1.0') });
    expect((await gateOf(to, answer)).verdict).toBe('pass');
  });

  it('shows no long name of a job', async () => {
    await part({ real: BUG }, ci(1, 'x'.repeat(100_000)));
    const answer = await part({}, { ...ci(2, 'b') });
    const [blocking] = (await gateOf(to, answer)).blocking;
    expect(blocking?.why.length).toBeLessThan(1_000);
  });

  it('names each shard that ran nothing', async () => {
    await part({ real: BUG }, { ...ci(1, 'a'), ...shard(1), leg: 'node 22' });
    await part({ other: BUG }, { ...ci(1, 'a'), ...shard(2), leg: 'node 22' });
    await part({ third: BUG }, ci(1, 'b'));
    await part({}, { ...ci(2, 'a'), ...shard(1), leg: 'node 22' });
    await part({}, { ...ci(2, 'a'), ...shard(2), leg: 'node 22' });
    const answer = await part({ third: null }, ci(2, 'b'));
    const [blocking] = (await gateOf(to, answer)).blocking;
    expect(blocking?.why).toContain(
      'Parts (a, node 22, shard 1 of 2; a, node 22, shard 2 of 2) failed',
    );
  });

  it('passes once the failed job passed, beside a shard without files', async () => {
    await part({ real: BUG }, { ...ci(1), ...shard(1) });
    await part({}, { ...ci(1), ...shard(2) });
    await part({ real: null }, { ...ci(2), ...shard(1) });
    const answer = await part({}, { ...ci(2), ...shard(2) });
    expect((await gateOf(to, answer)).verdict).toBe('pass');
  });

  it('settles nothing in which a failed job is missing, however often', async () => {
    await part({ real: BUG }, ci(1, 'a'));
    await part({ other: BUG }, ci(1, 'b'));
    await part({ other: BUG }, ci(2, 'b'));
    const answer = await part({ other: null }, ci(3, 'b'));
    expect(await gateOf(to, answer)).toMatchObject({ verdict: 'fail' });
    await part({ other: null }, ci(4, 'b'));
    const last = await part({ real: null }, ci(4, 'a'));
    expect((await gateOf(to, last)).verdict).toBe('pass');
  });

  it('goes on in another environment after an attempt that ran nothing', async () => {
    await part({ real: BUG }, { ...ci(1, 'a'), ...node('node 22.1.0') });
    await part({}, { ...ci(2, 'a'), ...node('node 22.1.0') });
    const failed = await part({ real: BUG }, { ...ci(3, 'a'), ...node('node 24.1.0') });
    expect((await gateOf(to, failed)).verdict).toBe('fail');
    const passed = await part({ real: null }, { ...ci(4, 'a'), ...node('node 24.1.0') });
    expect((await gateOf(to, passed)).verdict).toBe('pass');
  });

  it.each<[string, Failures, string]>([
    ['is empty', {}, 'fail'],
    ['lacks the test that failed', { other: null }, 'fail'],
    ['has it', { real: null, other: null }, 'pass'],
  ])(
    'whose merged report %s, like the first attempt a merged report alone',
    async (_, again, verdict) => {
      await part({ real: BUG, other: null }, { ...ci(1), merged: true });
      const answer = await part(again, { ...ci(2), merged: true });
      expect((await gateOf(to, answer)).verdict).toBe(verdict);
    },
  );

  it('settles nothing with a job that ran nothing, however often', async () => {
    await part({ real: BUG }, ci(1, 'a'));
    await part({ other: null }, ci(1, 'b'));
    for (const attempt of [2, 3, 4]) {
      await part({}, ci(attempt, 'a'));
      const answer = await part({ other: null }, ci(attempt, 'b'));
      expect(await gateOf(to, answer)).toMatchObject({
        verdict: 'fail',
        blocking: [{ why: expect.stringMatching(WHY) }],
      });
    }
    await part({ other: null }, ci(5, 'b'));
    const last = await part({ real: null }, ci(5, 'a'));
    expect((await gateOf(to, last)).verdict).toBe('pass');
  });

  it.each<[string, Failures, string]>([
    ['ran nothing', {}, 'fail'],
    ['passed', { real: null }, 'pass'],
  ])('%s in another environment', async (_, failures, verdict) => {
    await part({ real: BUG }, { ...ci(1, 'a'), ...node('node 22.1.0') });
    await part({ other: BUG }, { ...ci(1, 'b'), ...node('node 22.1.0') });
    await part(failures, { ...ci(2, 'a'), ...node('node 24.1.0') });
    const answer = await part({ other: null }, { ...ci(2, 'b'), ...node('node 22.1.0') });
    expect((await gateOf(to, answer)).verdict).toBe(verdict);
  });

  describe.each<[string, boolean]>([
    ['before the shards', true],
    ['after the shards', false],
  ])('with a merged report that arrives %s', (_, isFirst) => {
    async function attempt(number: number, real: string | null, other: string | null) {
      const merged = () => part({ real, other }, { ...ci(number), merged: true });
      if (isFirst) await merged();
      await part({ real }, { ...ci(number), ...shard(1) });
      const two = await part({ other }, { ...ci(number), ...shard(2) });
      return isFirst ? two : merged();
    }

    it('passes when every test passed', async () => {
      expect((await gateOf(to, await attempt(1, BUG, null))).verdict).toBe('fail');
      expect((await gateOf(to, await attempt(2, null, null))).verdict).toBe('pass');
    });

    it('is red without the test that failed', async () => {
      await attempt(1, BUG, null);
      await part({ other: null }, { ...ci(2), merged: true });
      await part({}, { ...ci(2), ...shard(1) });
      const answer = await part({ other: null }, { ...ci(2), ...shard(2) });
      expect((await gateOf(to, answer)).verdict).toBe('fail');
    });
  });
});
