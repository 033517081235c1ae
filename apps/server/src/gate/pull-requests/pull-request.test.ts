import { randomUUID } from 'node:crypto';
import type { IngestExecution } from '@svc/contract/executions/ingest';
import type { PullRequest } from '@svc/contract/gate/pull-requests';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { timeBefore } from '../../../test/clock.ts';
import { ask, dataOf, errorOf, settle, upload } from '../../../test/make.ts';
import { makeFailures, type Failures } from '../../../test/scenes/gating.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeApp({ SVC_SETTLE_SECONDS: '30' });
});
afterAll(() => server.close());

let to: Pick<TestApp, 'app' | 'apiKey'>;
beforeEach(async () => {
  const { apiKey } = await server.makeOrganization(randomUUID());
  to = { app: server.app, apiKey };
});

const BUG = 'TypeError: cart is undefined';
const commitOf = (digit: number) => String(digit).repeat(40);

interface Run extends Partial<IngestExecution> {
  hoursAgo: number;
  /** A digit; `null`: its executions name no commit. */
  commit?: number | null;
  pullRequest?: number | null;
  workflow?: string;
  isLocal?: boolean;
}

/** Uploads an execution of the pull request 7 of `fix` into `main`, and rolls it up. */
async function run(tests: Failures, facts: Run) {
  await send(tests, facts);
  await settle(server);
}

function send(
  tests: Failures,
  { hoursAgo, commit = 1, pullRequest = 7, workflow, isLocal = false, ...more }: Run,
) {
  const execution = {
    startedAt: timeBefore(hoursAgo),
    ...more,
    git: {
      branch: 'fix',
      baseBranch: 'main',
      repository: 'https://example.com/acme/shop',
      message: 'fix(cart): count\n\nbody',
      author: 'Ana',
      ...(commit === null ? {} : { commit: commitOf(commit) }),
      ...more.git,
    },
    ci: isLocal
      ? {}
      : {
          provider: 'github',
          runId: `${hoursAgo}`,
          workflow: workflow ?? 'unit',
          ...(pullRequest === null ? {} : { pullRequest }),
        },
  };
  return upload(to, makeFailures(tests, { execution }));
}

const request = (path: string) => ask(to, { url: `/api/pull-requests/${path}` });

async function read(): Promise<PullRequest> {
  return dataOf(await request('7?project=shop')) as PullRequest;
}

const suitesIn = ({ suites }: PullRequest) =>
  suites.map(({ execution, isOutdated, gate }) => [
    execution.number,
    gate.verdict,
    isOutdated ? 'outdated' : 'current',
  ]);

describe('the answer on a pull request', () => {
  it('says what one execution does, and who made it', async () => {
    await run({ adds: null }, { hoursAgo: 3 });
    const answer = await read();
    expect(answer).toMatchObject({
      project: 'shop',
      number: 7,
      title: 'fix(cart): count',
      author: 'Ana',
      branch: 'fix',
      baseBranch: 'main',
      commit: commitOf(1),
      verdict: 'pass',
      suitesOmitted: 0,
      total: 1,
      otherProjects: [],
    });
    expect(suitesIn(answer)).toEqual([[1, 'pass', 'current']]);
  });

  it('tells what is new from what the base has', async () => {
    const git = { branch: 'main', baseBranch: undefined };
    await run({ old: BUG, adds: null }, { hoursAgo: 5, pullRequest: null, git, commit: 9 });
    await run({ old: BUG, adds: BUG }, { hoursAgo: 3 });
    const { verdict, suites } = await read();
    expect(verdict).toBe('fail');
    expect(suites[0]?.gate).toMatchObject({
      base: { number: 1, branch: 'main' },
      counts: { blocking: 2, blockingOnBase: 1 },
      blocking: [
        { title: 'adds', onBase: false },
        { title: 'old', onBase: true },
      ],
    });
  });

  it('judges each suite by its newest execution, a failing one first', async () => {
    await run({ adds: BUG }, { hoursAgo: 5 });
    await run({ adds: null }, { hoursAgo: 4 });
    await run({ opens: BUG }, { hoursAgo: 3, workflow: 'browser' });
    await run({ draws: null }, { hoursAgo: 2, workflow: 'docs' });
    const answer = await read();
    expect(answer).toMatchObject({ verdict: 'fail', total: 4 });
    expect(suitesIn(answer)).toEqual([
      [3, 'fail', 'current'],
      [4, 'pass', 'current'],
      [2, 'pass', 'current'],
    ]);
    expect(answer.executions.map(({ number }) => number)).toEqual([4, 3, 2, 1]);
  });

  it.each<[string, number | null, string]>([
    ['passed', null, 'pass'],
    ['failed', 1, 'fail'],
  ])('is undecided for a suite that %s at an older commit only', async (_, failing, verdict) => {
    await run({ opens: failing === null ? null : BUG }, { hoursAgo: 5, workflow: 'browser' });
    await run({ adds: null }, { hoursAgo: 3, commit: 2 });
    const answer = await read();
    expect(answer).toMatchObject({ verdict: 'undecided', commit: commitOf(2) });
    expect(suitesIn(answer)).toEqual([
      [1, verdict, 'outdated'],
      [2, 'pass', 'current'],
    ]);
  });

  it('does not take a re-run of an older commit for the newest', async () => {
    await run({ adds: null }, { hoursAgo: 5, commit: 1 });
    await run({ adds: BUG }, { hoursAgo: 4, commit: 2 });
    await run({ adds: null }, { hoursAgo: 3, commit: 1 });
    const answer = await read();
    expect(answer).toMatchObject({ commit: commitOf(2), verdict: 'fail' });
    expect(suitesIn(answer)).toEqual([[2, 'fail', 'current']]);
  });

  it('takes a partial execution for no answer where the suite ran as a whole before', async () => {
    await run({ adds: BUG, opens: null }, { hoursAgo: 5 });
    await run({ opens: null }, { hoursAgo: 4, commit: 2, partial: ['filter'] });
    const passed = await read();
    expect(passed.verdict).toBe('undecided');
    expect(suitesIn(passed)).toEqual([[1, 'fail', 'outdated']]);
    await run({ opens: BUG }, { hoursAgo: 3, commit: 2, partial: ['filter'] });
    const failed = await read();
    expect(failed.verdict).toBe('fail');
    expect(suitesIn(failed)).toEqual([[3, 'fail', 'current']]);
  });

  it('accepts a suite that only ever runs in parts', async () => {
    await run({ opens: null }, { hoursAgo: 5, partial: ['changed'] });
    await run({ opens: null }, { hoursAgo: 4, commit: 2, partial: ['changed'] });
    expect(await read()).toMatchObject({ verdict: 'pass' });
  });

  it('prefers the execution of the pull request to one of a push of the same commit', async () => {
    await run({ adds: BUG }, { hoursAgo: 5 });
    await run({ adds: null }, { hoursAgo: 4, pullRequest: null });
    const answer = await read();
    expect(answer).toMatchObject({ verdict: 'fail', total: 2 });
    expect(suitesIn(answer)).toEqual([[1, 'fail', 'current']]);
  });

  it('counts no execution of a developer, whatever it tested', async () => {
    await run({ adds: BUG }, { hoursAgo: 5, name: 'unit' });
    const facts = { hoursAgo: 4, pullRequest: null, name: 'unit', isLocal: true };
    await run({ adds: null }, facts);
    await run({ adds: null }, { ...facts, hoursAgo: 3, git: { dirty: true } });
    expect(await read()).toMatchObject({ verdict: 'fail', total: 1 });
  });

  it('prefers a whole execution to a newer partial one of the same commit', async () => {
    await run({ adds: BUG, opens: null }, { hoursAgo: 5 });
    await run({ opens: null }, { hoursAgo: 4, partial: ['filter'] });
    expect(suitesIn(await read())).toEqual([[1, 'fail', 'current']]);
  });

  it('counts the executions of pushes of the same commits', async () => {
    await run({ adds: null }, { hoursAgo: 5 });
    await run({ opens: BUG }, { hoursAgo: 4, workflow: 'push', pullRequest: null });
    await run({ opens: BUG }, { hoursAgo: 3, workflow: 'push', pullRequest: null, commit: 3 });
    const answer = await read();
    expect(answer).toMatchObject({ verdict: 'fail', total: 2 });
    expect(suitesIn(answer)).toEqual([
      [2, 'fail', 'current'],
      [1, 'pass', 'current'],
    ]);
  });

  it('leaves out the target branch of a fork with a branch of that name', async () => {
    const git = { branch: 'main', baseBranch: 'main' };
    await run({ adds: null }, { hoursAgo: 5, git });
    await run({ opens: BUG }, { hoursAgo: 4, workflow: 'push', pullRequest: null, git });
    expect(await read()).toMatchObject({ verdict: 'pass', total: 1 });
  });

  it('is undecided while nothing finished', async () => {
    await run({ adds: null }, { hoursAgo: 3, key: 'k', shard: { index: 1, total: 2 } });
    const answer = await read();
    expect(answer.verdict).toBe('undecided');
    expect(suitesIn(answer)).toEqual([[1, 'undecided', 'current']]);
  });

  it('knows executions without a commit, author and message', async () => {
    const git = { author: undefined, message: undefined };
    await run({ adds: null }, { hoursAgo: 3, commit: null, git });
    expect(await read()).toMatchObject({
      commit: null,
      title: null,
      author: null,
      verdict: 'pass',
    });
  });

  it('names at most 100 of its executions', async () => {
    for (let at = 1; at <= 101; at += 1) {
      await send({ adds: null }, { hoursAgo: at / 100, key: `k${at}` });
    }
    await settle(server);
    const { executions, total, suites } = await read();
    expect([executions.length, total, suites.length]).toEqual([100, 101, 1]);
  });

  it.each<[string, string | null]>([
    ['undecided', null],
    ['fail', BUG],
  ])('is %s with more suites than it judges', async (verdict, error) => {
    for (let at = 1; at <= 42; at += 1) {
      await send(
        { adds: at === 42 ? error : null },
        { hoursAgo: 1 - at / 100, key: `k${at}`, workflow: `suite ${at}` },
      );
    }
    await settle(server);
    const answer = await read();
    expect(answer).toMatchObject({ verdict, suitesOmitted: 2, total: 42 });
    expect(answer.suites).toHaveLength(40);
  });

  it('names other projects of the repository, and no other repository', async () => {
    await run({ adds: null }, { hoursAgo: 5, project: 'api' });
    const git = { repository: 'https://example.com/acme/other' };
    await run({ adds: BUG }, { hoursAgo: 4, project: 'other', git });
    await run({ adds: BUG }, { hoursAgo: 3, git });
    await run({ adds: null }, { hoursAgo: 2 });
    expect(await read()).toMatchObject({ otherProjects: ['api'], total: 1, verdict: 'pass' });
  });
});

describe('an unknown pull request', () => {
  it.each([
    ['8?project=shop', 404, 'NOT_FOUND'],
    ['7?project=none', 404, 'NOT_FOUND'],
    ['0?project=shop', 400, 'BAD_REQUEST'],
    ['7', 400, 'BAD_REQUEST'],
    ['9999999999?project=shop', 400, 'BAD_REQUEST'],
  ])('answers %s with %i', async (path, status, code) => {
    await run({ adds: null }, { hoursAgo: 3 });
    expect(errorOf(await request(path))).toMatchObject({ status, error: { code } });
  });

  it('is the same for that of another organization', async () => {
    await run({ adds: null }, { hoursAgo: 3 });
    const { apiKey } = await server.makeOrganization(randomUUID());
    to = { app: server.app, apiKey };
    expect(errorOf(await request('7?project=shop'))).toMatchObject({ status: 404 });
  });
});
