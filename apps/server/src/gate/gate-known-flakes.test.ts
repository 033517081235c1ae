import { randomUUID } from 'node:crypto';
import type { IngestAnswer, IngestAttempt, IngestExecution } from '@svc/contract/executions/ingest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { analysisOf, analyzeAll, correct } from '../../test/scenes/analysing.ts';
import { makeApp, type TestApp } from '../../test/app.ts';
import { failureIn, gateOf, makeFailures, uploadFailures } from '../../test/scenes/gating.ts';
import { timeBefore } from '../../test/clock.ts';
import { makeRun } from '../../test/history.ts';
import { dataOf, makeUpload, upload } from '../../test/make.ts';
import { signInAs } from '../../test/sign-in-as.ts';
import { call } from '../../test/procedures.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeApp({ SVC_SETTLE_SECONDS: '30' });
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

async function excuseKnownFlakes(excuseKnownFlakes = true): Promise<void> {
  const { token } = await server.signIn(organizationId);
  await call(server, token, 'settings.setGate', { excuseKnownFlakes });
}

const run = (facts: Parameters<typeof makeFailures>[1] = {}) =>
  uploadFailures(server, to, makeFailures({ 'adds up': TAX }, facts));

/** Gives every verdict of the organization this class. */
async function judge(classification: string, confidence: number): Promise<void> {
  await server.scope.query(
    'UPDATE verdicts SET classification = $2::classification, confidence = $3 WHERE organization_id = $1',
    [organizationId, classification, confidence],
  );
}

async function decision(execution: IngestAnswer) {
  const { verdict, undecided, counts } = await gateOf(to, execution);
  return { verdict, reason: undecided?.reason ?? null, excused: counts.excused };
}

const FAIL = { verdict: 'fail', reason: null, excused: 0 };
const PASS = { verdict: 'pass', reason: null, excused: 1 };
const WAIT = { verdict: 'undecided', reason: 'analysis', excused: 0 };

it('excuses verdicts of KNOWN_FLAKE from a confidence of 0.9, if the organization wants that', async () => {
  const execution = await run();
  await analyzeAll(server);
  await judge('KNOWN_FLAKE', 0.9);
  expect(await decision(execution)).toEqual(FAIL);
  await excuseKnownFlakes();
  expect(await decision(execution)).toEqual(PASS);
  expect(await gateOf(to, execution)).toMatchObject({
    excused: [
      {
        ...(await failureIn(to, execution)),
        by: 'known-flake',
        quarantineId: null,
        reason: 'Known flake, with a confidence of 90 %.',
        owner: null,
        expiresAt: null,
      },
    ],
    expiring: [],
    excusesKnownFlakes: true,
  });
  await judge('KNOWN_FLAKE', 0.899);
  expect(await decision(execution)).toEqual(FAIL);
  await judge('INFRA', 1);
  expect(await decision(execution)).toEqual(FAIL);
});

it('follows a person who corrects the verdict', async () => {
  await excuseKnownFlakes();
  const execution = await run();
  await analyzeAll(server);
  const { id } = await analysisOf(to, execution);
  dataOf(await correct(to, id, { classification: 'KNOWN_FLAKE' }));
  expect((await decision(execution)).excused).toBe(1);
  await analyzeAll(server);
  expect(await decision(execution)).toEqual(PASS);
});

function onBranch(branch: string, at: number): Partial<IngestExecution> {
  return {
    ci: { provider: 'github-actions', runId: randomUUID() },
    git: { branch, commit: `${at}`.repeat(40) },
  };
}

describe('who may speak for a flake', () => {
  const FLAKE = 'AssertionError: expected cart total to be 100';

  /** Runs in which the test passed on a retry, each of a different commit. */
  async function plant(count: number, execution: Partial<IngestExecution>): Promise<void> {
    const attempts = [
      { status: 'failed' as const, durationMs: 3, errors: [{ message: FLAKE }] },
      { status: 'passed' as const, durationMs: 3 },
    ];
    for (let at = 0; at < count; at++) {
      await upload(
        to,
        makeUpload({
          results: [makeRun('cart total', 'r', { attempts })],
          execution: { ...onBranch('main', at), startedAt: timeBefore(9 - at), ...execution },
        }),
      );
    }
  }

  /** The decision on a push to a branch on which the test really failed. */
  async function afterPush(branch: string, more: Partial<IngestAttempt> = {}) {
    const attempt = {
      status: 'failed' as const,
      durationMs: 3,
      errors: [{ message: FLAKE }],
      ...more,
    };
    const answer = await uploadFailures(
      server,
      to,
      makeUpload({
        results: [
          makeRun('cart total', 'f', { attempts: [attempt] }),
          ...['a', 'b', 'c', 'd', 'e', 'f'].map((title) => makeRun(title, '.')),
        ],
        execution: { status: 'failed', ...onBranch(branch, 9) },
      }),
    );
    await analyzeAll(server);
    return decision(answer);
  }

  beforeEach(async () => {
    await excuseKnownFlakes();
    // The default branch of the project, regardless of other uploads.
    for (let at = 0; at < 3; at++) {
      await upload(
        to,
        makeUpload({ execution: { ...onBranch('main', at), startedAt: timeBefore(20 - at) } }),
      );
    }
  });

  it('main, by runs of two commits', async () => {
    await plant(4, {});
    expect(await afterPush('main')).toEqual(PASS);
  });

  it.each<[string, string, Partial<IngestExecution>]>([
    ['of a fork', 'main', { git: { branch: 'evil:fix' } }],
    ['of a fork, of itself', 'evil:fix', { git: { branch: 'evil:fix' } }],
    ['of the branch at hand', 'topic', { git: { branch: 'topic' } }],
    ['of a laptop', 'main', { ci: undefined }],
    ['of one commit', 'main', { git: { branch: 'main', commit: 'c'.repeat(40) } }],
    ['of a part of the tests', 'main', { partial: ['filter'] }],
    [
      'of a pull request that says it is main',
      'main',
      { git: { branch: 'main', baseBranch: 'main' } },
    ],
  ])('excuses nothing with flaky runs %s', async (_, branch, execution) => {
    await plant(4, execution);
    expect(await afterPush(branch)).toEqual(FAIL);
  });

  it.each<[string, Partial<IngestExecution>, object]>([
    ['main passed again', {}, PASS],
    ['a fork says that it passed', { git: { branch: 'evil:fix' } }, FAIL],
    ['a topic passed', { git: { branch: 'topic' } }, FAIL],
    ['a laptop says that it passed', { ci: undefined }, FAIL],
    ['a part of the tests passed', { partial: ['filter'] }, FAIL],
  ])('of commits that failed on main and that %s', async (_, again, expected) => {
    for (let at = 0; at < 4; at++) {
      const made = onBranch('main', at);
      const attempt = { status: 'failed' as const, durationMs: 3, errors: [{ message: FLAKE }] };
      const failed = makeRun('cart total', 'f', { attempts: [attempt] });
      const startedAt = timeBefore(9 - at);
      const execution = { ...made, status: 'failed' as const, startedAt };
      await upload(to, makeUpload({ results: [failed], execution }));
      const passed = { ...made, startedAt, ...again, git: { ...made.git, ...again.git } };
      await upload(to, makeUpload({ results: [makeRun('cart total', '.')], execution: passed }));
    }
    expect(await afterPush('main')).toEqual(expected);
  });

  it('excuses no new error beside a known flake', async () => {
    await plant(4, {});
    const errors = [{ message: FLAKE }, { message: 'TypeError: user is null' }];
    expect(await afterPush('main', { errors })).toEqual(FAIL);
  });

  it('excuses nothing on the opinion of somebody who may not quarantine', async () => {
    const execution = await run();
    await analyzeAll(server);
    const { id } = await analysisOf(to, execution);
    const member = await signInAs(server, organizationId, 'member');
    await call(server, member.token, 'analyses.feedback', { id, classification: 'KNOWN_FLAKE' });
    expect((await decision(execution)).excused).toBe(0);
    await analyzeAll(server);
    expect(await decision(execution)).toEqual(FAIL);
    const next = await run();
    await analyzeAll(server);
    expect(await decision(next)).toEqual(FAIL);
    expect((await analysisOf(to, next)).classification).toBe('KNOWN_FLAKE');
    const admin = await signInAs(server, organizationId, 'admin');
    await call(server, admin.token, 'analyses.feedback', { id, classification: 'KNOWN_FLAKE' });
    await analyzeAll(server);
    expect(await decision(next)).toEqual(PASS);
  });
});

it('is undecided until the analysis is complete, unless something else blocks', async () => {
  await excuseKnownFlakes();
  const execution = await run();
  const broken = await run({ execution: { errors: [{ message: 'Error: no database' }] } });
  expect([await decision(execution), await decision(broken)]).toEqual([WAIT, FAIL]);
  await analyzeAll(server);
  expect(await decision(execution)).toEqual(FAIL);
  await excuseKnownFlakes(false);
  expect(await decision(await run())).toEqual(FAIL);
});

it('does not wait for an analysis that failed', async () => {
  await excuseKnownFlakes();
  const execution = await run();
  await analyzeAll(server);
  await server.scope.query(
    `INSERT INTO due_analyses (organization_id, execution_id, queued_at, due_at, is_news)
     VALUES ($1, $2, now(), now(), true)`,
    [organizationId, execution.executionId],
  );
  expect(await decision(execution)).toEqual(WAIT);
  await server.scope.query('UPDATE due_analyses SET failures = 1 WHERE organization_id = $1', [
    organizationId,
  ]);
  expect(await decision(execution)).toEqual(FAIL);
});
