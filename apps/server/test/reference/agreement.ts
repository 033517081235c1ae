import { computeFingerprint, computeTestFingerprint } from '@svc/analysis/fingerprint/fingerprint';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeOwnApp, type TestApp } from '../app.ts';
import { createScope } from '../../src/db/scope.ts';
import { eraseExecution } from '../../src/lifetime/erasure/erase-execution.ts';
import { reviewDueExecutions } from '../../src/executions/life-cycle/review-due-executions.ts';
import { testClock } from '../clock.ts';
import { askReference } from '../hand-made/ask-reference.ts';
import { askServer } from '../hand-made/ask-server.ts';
import type { Asker } from '../hand-made/asker.ts';
import { rethrow, settle, upload } from '../make.ts';
import { differences } from './differences.ts';
import type { Execution } from './attempts.ts';
import { executionsOf, type Upload } from './executions.ts';
import { randomUploads } from './random/random-history.ts';
import { randomQueries } from './random/random-queries.ts';
import { seededRandom, type Random } from './random/random.ts';
import type { Result } from './results.ts';
import { runsOf } from './runs.ts';
import type { ReferenceTest } from './answers/tests.ts';

/** CI tries 200, which takes minutes. */
const HISTORIES = Number(process.env['SVC_TEST_HISTORIES'] ?? 16);
/** How many of them also lose executions. */
const DELETING = Math.ceil(HISTORIES / 5);
/** As many test files share the histories, so that all workers have some. */
const SHARES = 4;
/** Several organizations upload concurrently. */
const AT_ONCE = 5;
const QUESTIONS = ['metrics', 'trends', 'flakyTests', 'tests', 'failures', 'compare'] as const;
/** The number of tests per history whose details are read. */
const TESTS_READ = 2;

let server: TestApp;

/** Tests a share of the histories: every fourth seed, from `share` on, which counts from 1. */
export function testAgreement(share: number): void {
  beforeAll(async () => {
    server = await makeOwnApp({ because: 'reviews the executions of all organizations' });
    // Some days after the newest upload of a history: `since` on a branch is judged from the last 90 days.
    server.setNow(new Date('2026-11-25T00:00:00Z'));
  });
  afterAll(() => server.close());

  it.each([
    { seeds: seedsOf(share, HISTORIES), name: 'answers like the reference', deletes: false },
    {
      seeds: seedsOf(share, DELETING),
      name: 'forgets deleted executions like the reference',
      deletes: true,
    },
  ])('$name on the random histories $seeds', { timeout: 900_000 }, async ({ seeds, deletes }) => {
    for (let from = 0; from < seeds.length; from += AT_ONCE) {
      const some = seeds.slice(from, from + AT_ONCE);
      const found = await Promise.all(
        some.map(async (seed) => [seed, await differencesOf(seed, { deletes })]),
      );
      expect(found).toEqual(some.map((seed) => [seed, []]));
    }
  });
}

function seedsOf(share: number, histories: number): number[] {
  return Array.from({ length: histories }, (_, index) => index + 1).filter(
    (seed) => seed % SHARES === share % SHARES,
  );
}

/** Every difference between the server and the reference on the history from this seed. */
async function differencesOf(seed: number, { deletes }: { deletes: boolean }): Promise<string[]> {
  const random = seededRandom(seed);
  const { apiKey, organizationId } = await server.makeOrganization(`history ${seed}`);
  const uploaded = await uploadAll({ app: server.app, apiKey }, random);
  const uploads = deletes ? await deleteSome(uploaded, organizationId, random) : uploaded;
  if (uploads.length === 0) return [];
  const reference = askReference(uploads, fingerprintOfFailure);
  const asked = askServer({ app: server.app, apiKey }, random.pick([2, 10, 100]));
  const executions = executionsOf(uploads);
  const queries = randomQueries(random, executions);
  const found: string[] = [];
  for (const question of QUESTIONS) {
    for (const query of queries[question]) {
      const [actual, expected] = [await asked[question](query), await reference[question](query)];
      const path = `${question} ${new URLSearchParams(query).toString()}`;
      if (question === 'compare') found.push(...unlistedFailures(actual, executions, path));
      found.push(
        ...differences(comparable(actual), withoutOpenQuestions(comparable(expected))).map(
          (one) => `${path} ${one}`,
        ),
      );
    }
  }
  const tests = await reference.tests(queries.tests[0] ?? {});
  for (const { testId } of tests.slice(0, TESTS_READ)) {
    for (const query of queries.metrics) {
      const [actual, expected] = [
        await asked.test(testId, query),
        await reference.test(testId, query),
      ];
      const path = `test ${new URLSearchParams(query).toString()}`;
      found.push(
        ...differences(inOneOrder(actual), inOneOrder(expected)).map((one) => `${path} ${one}`),
      );
    }
  }
  return found;
}

/** Failures that a comparison lists twice, or not at all, or that its head does not have. */
function unlistedFailures(
  answer: Answer,
  executions: readonly Execution[],
  path: string,
): string[] {
  if (!('regressions' in answer)) return [];
  const { regressions, stillFailing, newTests, summary } = answer;
  const listed = [
    ...regressions,
    ...stillFailing,
    ...newTests.filter(({ head }) => head?.status === 'failed' || head?.status === 'timedOut'),
  ].map(({ testId }) => testId);
  const failed = runsOf(executions.filter(({ id }) => id === answer.head))
    .filter((run) => run.ended === 'failure')
    .map((run) => run.testId);
  const sum = summary.regressions + summary.stillFailing + summary.newFailing;
  return listed.toSorted().join() === failed.toSorted().join() && sum === failed.length
    ? []
    : [`${path}: failures of the head ${failed.join()}, listed ${listed.join()}, summed up ${sum}`];
}

/** Sends the uploads of a history, and runs the roll-ups now and then. */
async function uploadAll(to: Pick<TestApp, 'app' | 'apiKey'>, random: Random): Promise<Upload[]> {
  const uploads: Upload[] = [];
  const isRolledUpOften = random.chance(0.3);
  for (const body of randomUploads(random)) {
    uploads.push({ executionId: (await upload(to, body)).executionId, body });
    if (isRolledUpOften && random.chance(0.3)) await settleInTurn();
  }
  await reviewInTurn();
  await settleInTurn();
  return uploads;
}

/**
 * Deletes some executions; returns the uploads of the others. Attempts of a CI run stay, because a later attempt keeps
 * the counts of the parts that it carries from a deleted one.
 */
async function deleteSome(
  uploads: readonly Upload[],
  organizationId: string,
  random: Random,
): Promise<Upload[]> {
  const executionsOfRun = Map.groupBy(uploads, ({ body }) => body.execution.ci?.runId);
  const isAlone = ({ executionId, body }: Upload): boolean => {
    const { runId } = body.execution.ci ?? {};
    return (
      runId === undefined ||
      (executionsOfRun.get(runId) ?? []).every((other) => other.executionId === executionId)
    );
  };
  const byId = Map.groupBy(uploads, ({ executionId }) => executionId);
  const deleted = new Set<string>();
  for (const [executionId, parts] of byId) {
    if (!parts.every(isAlone) || !random.chance(0.4)) continue;
    await eraseExecution(createScope(server.deps.database, organizationId), executionId);
    deleted.add(executionId);
  }
  await settleInTurn();
  return uploads.filter(({ executionId }) => !deleted.has(executionId));
}

// Longer than a re-run waits for more shards.
const AFTER_GRACE_MS = 3_600_000;

/**
 * Reviews executions like the server's job, until nothing is due: a re-run waits for the parts that an earlier
 * attempt carries.
 */
function reviewInTurn(): Promise<void> {
  const clock = { now: () => new Date(testClock.now().getTime() + AFTER_GRACE_MS) };
  settling = settling.then(async () => {
    for (let round = 0; round < ATTEMPTS; round++) {
      await reviewDueExecutions({ ...server.deps, clock }, rethrow);
    }
  });
  return settling;
}

const ATTEMPTS = 3;

let settling = Promise.resolve();

/** One after the other: a concurrent roll-up would return before the other one is done. */
function settleInTurn(): Promise<void> {
  settling = settling.then(() => settle(server));
  return settling;
}

/** All attempts of one result fail alike here. A failure without an error has a fingerprint of its test. */
function fingerprintOfFailure({ errors: [error], status, testId }: Result): string {
  if (error !== undefined) return computeFingerprint(error).fingerprint;
  const silence = status === 'timedOut' ? 'Timed out without an error' : 'Failed without an error';
  return computeTestFingerprint(testId, silence).fingerprint;
}

/** Sorts several results of one execution, which have no defined order in a test's history. */
function inOneOrder({ durations, history }: Awaited<ReturnType<Asker['test']>>) {
  const places = new Map(history.map(({ executionId }, index) => [executionId, index]));
  return {
    durations,
    history: history.toSorted(
      (a, b) =>
        (places.get(a.executionId) ?? 0) - (places.get(b.executionId) ?? 0) ||
        a.durationMs - b.durationMs ||
        Number(a.flaky) - Number(b.flaky) ||
        (a.status < b.status ? -1 : 1),
    ),
  };
}

type Answer = Awaited<ReturnType<Asker[(typeof QUESTIONS)[number]]>>;

/** Sorts compared tests by test id, because they have no order of their own, and causes of equally many tests. */
function comparable(answer: Answer): unknown {
  if (!('regressions' in answer)) return answer;
  const { performance, causes, ...rest } = answer;
  const lists = { ...rest, slower: performance.slower, faster: performance.faster };
  return {
    ...Object.fromEntries(
      Object.entries(lists).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.toSorted((a, b) => (a.testId < b.testId ? -1 : 1)) : value,
      ]),
    ),
    causes: Object.fromEntries(
      Object.entries(causes).map(([name, { items, total }]) => [
        name,
        { total, items: items.toSorted(byTestsAndFingerprint) },
      ]),
    ),
  };
}

type ListedCause = { tests: number; fingerprint: string | null };

/** Among causes of equally many tests, their places decide, which differ with each name. */
function byTestsAndFingerprint(one: ListedCause, other: ListedCause): number {
  return other.tests - one.tests || ((one.fingerprint ?? '') < (other.fingerprint ?? '') ? -1 : 1);
}

/** definitions.md leaves open when a test that came with a shard was first seen: with the shard or its execution. */
function withoutOpenQuestions(expected: unknown): unknown {
  if (!Array.isArray(expected)) return expected;
  return expected.map((item: Partial<ReferenceTest>) => {
    // Groups of failures have the field too, and theirs is compared.
    if (!('since' in item)) return item;
    const { firstSeenAt: _, ...rest } = item;
    return rest;
  });
}
