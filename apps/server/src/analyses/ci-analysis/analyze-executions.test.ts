import { deriveLabelFields } from '@svc/analysis/verdicts/verdict-label';
import { randomUUID } from 'node:crypto';
import type { Analysis } from '@svc/contract/analysis/analyses';
import type { IngestAnswer } from '@svc/contract/executions/ingest';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  analysisOf,
  analyzeAll,
  analyzed,
  askToAnalyze,
  correct,
} from '../../../test/scenes/analysing.ts';
import { makeOwnApp, type TestApp } from '../../../test/app.ts';
import { makeFailure } from '../../../test/scenes/attending.ts';
import { makeRun, uploadHistory, uploadRow } from '../../../test/history.ts';
import {
  ask,
  dataOf,
  errorOf,
  makeResult,
  makeUpload,
  settle,
  upload,
} from '../../../test/make.ts';
import { testClock, timeBefore } from '../../../test/clock.ts';

let server: TestApp;
let mine: Pick<TestApp, 'app' | 'apiKey'>;
beforeAll(async () => {
  server = await makeOwnApp({ because: 'counts what the analysis of all organizations did' });
});
afterAll(() => server.close());
beforeEach(async () => {
  mine = { app: server.app, apiKey: (await server.makeOrganization(randomUUID())).apiKey };
});

const MAIN = { git: { branch: 'main', commit: 'a'.repeat(40) } };

it('answers the stored verdicts of an execution, and judges it only once', async () => {
  const execution = await uploadRow(mine, {
    at: timeBefore(1),
    commit: 'a'.repeat(40),
    tests: { pays: 'f', ships: 't', adds: '.', waits: 'r' },
  });
  expect(await analyzeAll(server)).toBe(1);
  const analysis = await analysisOf(mine, execution);
  expect(analysis).toMatchObject({
    executionId: execution.executionId,
    executionNumber: 1,
    project: 'shop',
    branch: 'main',
    commit: 'a'.repeat(40),
    failureCount: 2,
    history: { previousAnalyses: 0, knownFingerprints: 0, newFingerprints: 2 },
  });
  // The flaky result passed in the end.
  expect(analysis.failures.map(({ title }) => title).toSorted()).toEqual(['pays', 'ships']);
  for (const failure of analysis.failures) {
    expect(failure.fingerprint).toMatch(/^fp2:[0-9a-f]{32}$/);
    expect(failure.evidence.length).toBeGreaterThan(0);
    expect(failure.actionPlan.steps.length).toBeGreaterThan(0);
    expect(failure).toMatchObject({ file: 'src/cart.test.ts', correctedBy: null });
  }
  const again = await analysisOf(mine, execution);
  expect(again).toEqual(analysis);
  const read = await ask(mine, { url: `/api/ci/analyses/${analysis.id}` });
  expect(dataOf(read)).toEqual(analysis);
});

it('knows the runs, the branch and the flaky runs of a failing test', async () => {
  const end = testClock.now();
  await uploadHistory(mine, '....r.r', { end: new Date(end.getTime() - 2 * 3_600_000) });
  const execution = await uploadRow(mine, {
    at: end.toISOString(),
    commit: 'b'.repeat(40),
    tests: { 'adds up': 'f' },
  });
  await settle(server);
  const analysis = await analysisOf(mine, execution);
  expect(analysis.history).toEqual({
    previousAnalyses: 0,
    knownFingerprints: 1,
    newFingerprints: 0,
    lastGood: expect.any(String) as string,
    firstBad: 'b'.repeat(40),
  });
  const sources = analysis.failures[0]?.evidence.map(({ source }) => source);
  expect(sources).toContain('history');
});

it('answers a plan for each test, also where tests fail with one fingerprint', async () => {
  const error = { message: 'Error: no rate', stack: 'at applyDiscount (src/cart.ts:4:9)' };
  const failing = (title: string) =>
    makeResult({
      file: `src/${title}.test.ts`,
      titlePath: [title],
      owner: `@${title}`,
      status: 'failed',
      attempts: [{ status: 'failed', durationMs: 4, errors: [error] }],
    });
  const execution = await upload(
    mine,
    makeUpload({
      execution: { status: 'failed', framework: 'vitest' },
      results: [failing('pay'), failing('ship')],
    }),
  );
  const { failures } = await analysisOf(mine, execution);
  expect(new Set(failures.map(({ fingerprint }) => fingerprint)).size).toBe(1);
  for (const { title, file, actionPlan } of failures) {
    expect(actionPlan.owner).toBe(`@${title}`);
    const commands = actionPlan.steps.flatMap(({ command }) => command ?? []);
    expect(commands.length).toBeGreaterThan(0);
    for (const command of commands) expect(command).toContain(file);
  }
});

it('answers up to 1,000 verdicts of an analysis at once, also of one fingerprint', async () => {
  const execution = await uploadRow(mine, {
    at: timeBefore(1),
    tests: Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`test ${at}`, 'f'] as const)),
  });
  const { id, failures } = await analysisOf(mine, execution);
  const titles = async (query: string) => {
    const answer = await ask(mine, { url: `/api/ci/analyses/${id}/failures?${query}` });
    const { items } = dataOf(answer) as { items: { title: string }[] };
    return items.map(({ title }) => title);
  };
  expect(await titles('limit=1000')).toHaveLength(120);
  const fingerprint = failures[0]?.fingerprint ?? '';
  expect(await titles(`limit=1000&fingerprint=${fingerprint}`)).toEqual(
    failures.filter((one) => one.fingerprint === fingerprint).map(({ title }) => title),
  );
  expect(await titles(`fingerprint=fp2:${'0'.repeat(32)}`)).toEqual([]);
  expect(await titles('fingerprint=none')).toEqual([]);
  const tooMany = await ask(mine, { url: `/api/ci/analyses/${id}/failures?limit=1001` });
  expect(tooMany.status).toBe(400);
});

const SET_UP_LOG = `2026-11-02T10:00:00.0000000Z ##[group]Run npm ci
2026-11-02T10:00:02.0000000Z npm ERR! 403 Forbidden - GET https://registry.example/left
2026-11-02T10:00:03.0000000Z ##[error]Process completed with exit code 1.`;

function sources({ failures }: Analysis): string[] {
  return failures.flatMap(({ evidence }) => evidence.map(({ source }) => source));
}

it('remembers what a log said, and still follows feedback', async () => {
  const execution = await upload(
    mine,
    makeUpload({
      execution: { status: 'failed', errors: [{ message: 'it ended' }], ...MAIN },
      results: [],
    }),
  );
  const withLog = await analyzed(mine, { executionId: execution.executionId, log: SET_UP_LOG });
  expect(withLog.classification).toBe('INFRA');
  expect(withLog.notChecked).not.toContain('There was no log.');
  // The feedback on another failure changes nothing here.
  const other = await uploadRow(mine, { at: timeBefore(1), tests: { pays: 'f' } });
  await correct(mine, (await analysisOf(mine, other)).id, { classification: 'HEALABLE' });
  expect(await analysisOf(mine, execution)).toEqual(withLog);
  await correct(mine, withLog.id, { classification: 'REAL_BUG' });
  await analyzeAll(server);
  const followed = await analysisOf(mine, execution);
  expect(followed.classification).toBe('REAL_BUG');
  expect(followed.id).toBe(withLog.id);
  expect(sources(followed)).toContain('feedback');
  expect(followed.notChecked).not.toContain('There was no log.');
});

it('says why an execution without a failure was not judged, and judges its log', async () => {
  const failed = makeUpload({ execution: { status: 'failed' } });
  const execution = await upload(mine, failed);
  const { executionId } = execution;
  expect(errorOf(await askToAnalyze(mine, { executionId }))).toEqual({
    status: 400,
    error: {
      code: 'BAD_REQUEST',
      message:
        'There is nothing to analyze: the execution is failed, and no test, file or error of the run says why. ' +
        'Send the log of its CI job as `log`.',
    },
  });
  const log = 'Error: ENOSPC: no space left on device, write\n';
  const analysis = await analyzed(mine, { executionId, log });
  expect(analysis).toMatchObject({ classification: 'INFRA', failureCount: 1 });
  expect(await analysisOf(mine, execution)).toEqual(analysis);
  await correct(mine, analysis.id, { classification: 'REAL_BUG' });
  expect((await analysisOf(mine, execution)).classification).toBe('REAL_BUG');
});

it('judges failures that came later without the log of an earlier part', async () => {
  const part = (runId: string, body: object) =>
    upload(
      mine,
      makeUpload({
        runId,
        execution: { key: 'late', status: 'failed', ...MAIN },
        ...body,
      }),
    );
  const execution = await part('one', { results: [] });
  const { executionId } = execution;
  const first = await analyzed(mine, { executionId, log: SET_UP_LOG });
  expect(first.classification).toBe('INFRA');
  await correct(mine, first.id, { classification: 'INFRA' });
  await part('two', {
    results: [makeFailure('pays', 'AssertionError: expected 90 to be 100'), makeRun('adds', '.')],
  });
  await analyzeAll(server);
  const settled = await analysisOf(mine, execution);
  expect(settled.failures.map(({ title }) => title)).toEqual(['pays']);
  expect(settled.classification).toBe('REAL_BUG');
  expect(sources(settled)).not.toContain('log');
  expect(settled.failures[0]?.notChecked).toContain('There was no log.');
  // A log that is sent again is of this state.
  const again = await analyzed(mine, { executionId, log: SET_UP_LOG });
  await correct(mine, again.id, { classification: 'HEALABLE' });
  await analyzeAll(server);
  const followed = await analysisOf(mine, execution);
  expect(followed.failures[0]?.notChecked).not.toContain('There was no log.');
});

function fails(hoursAgo: number, branch: string): Promise<IngestAnswer> {
  return uploadRow(mine, {
    at: timeBefore(hoursAgo),
    branch,
    tests: { pays: 'f' },
    execution: { git: { branch } },
  });
}

/** How many earlier executions of the branch an analysis counts when it is repeated. */
async function countAgain(execution: IngestAnswer): Promise<number> {
  const { id } = await analysisOf(mine, execution);
  await correct(mine, id, { classification: 'INFRA' });
  return (await analysisOf(mine, execution)).history.previousAnalyses;
}

it('counts the executions of the branch that were analysed and began before', async () => {
  const first = await fails(3, 'main');
  const second = await fails(2, 'main');
  await fails(4, 'other');
  await fails(1, 'main');
  await analyzeAll(server);
  expect([await countAgain(second), await countAgain(first)]).toEqual([1, 0]);
});

it('reads the changed files of a request with an execution, and remembers them', async () => {
  const execution = await uploadRow(mine, { at: timeBefore(1), tests: { pays: 'f' } });
  const unknown = 'The changed files are not known.';
  expect((await analysisOf(mine, execution)).failures[0]?.notChecked).toContain(unknown);
  const context = { changedFiles: ['src/cart.ts'] };
  const { executionId } = execution;
  const known = await analyzed(mine, { executionId, context });
  expect(known.failures[0]?.notChecked).not.toContain(unknown);
  await analyzeAll(server);
  const after = await analysisOf(mine, execution);
  expect(after.failures[0]?.notChecked).not.toContain(unknown);
  const tooLong = { changedFiles: Array.from({ length: 300 }, () => 'a'.repeat(4_000)) };
  const refused = await askToAnalyze(mine, { executionId, context: tooLong });
  expect(refused.status).toBe(413);
});

const part = (index: number) =>
  makeUpload({
    runId: `part ${index}`,
    execution: { key: 'sharded', status: 'failed', shard: { index, total: 2 }, ...MAIN },
    results: [makeRun(`test ${index}`, 'f')],
  });

it('judges an execution that still runs by what has come, and says what is missing', async () => {
  const execution = await upload(mine, part(1));
  const first = await analysisOf(mine, execution);
  expect(first.notChecked).toContain('1 part has not arrived.');
  expect(first.failureCount).toBe(1);
  await upload(mine, part(2));
  const second = await analysisOf(mine, execution);
  expect(second).toMatchObject({ id: first.id, failureCount: 2 });
  expect(second.notChecked).not.toContain('1 part has not arrived.');
});

it('finds the execution of a CI run: the newest attempt, one that failed before others', async () => {
  const run = (name: string, runAttempt: number, letter: 'f' | '.') =>
    uploadRow(mine, {
      at: timeBefore(1),
      tests: { [name]: letter },
      execution: { name, ci: { provider: 'github', runId: '77', runAttempt } },
    });
  await run('unit', 1, 'f');
  await run('e2e', 1, 'f');
  await run('unit', 2, '.');
  const failed = await run('e2e', 2, 'f');
  const analysis = await analyzed(mine, { ci: { provider: 'github', runId: '77' } });
  expect(analysis.executionId).toBe(failed.executionId);
  const unknown = await askToAnalyze(mine, { ci: { provider: 'gitlab', runId: '77' } });
  expect(unknown.status).toBe(404);
});

it('reads a log with an execution, and keeps that verdict when the execution settles', async () => {
  await analyzeAll(server);
  const execution = await uploadRow(mine, { at: timeBefore(1), tests: { pays: 'f' } });
  await settle(server);
  const log = 'Error: ENOSPC: no space left on device, write\n'.repeat(20);
  const { executionId } = execution;
  const withLog = await analyzed(mine, { executionId, log });
  expect(await analyzeAll(server)).toBe(1);
  const after = await analysisOf(mine, execution);
  expect(after).toEqual({ ...withLog, analyzedAt: after.analyzedAt });
});

it('judges an execution whose run or file failed without a failing test', async () => {
  const execution = await upload(
    mine,
    makeUpload({
      execution: { status: 'failed', errors: [{ message: 'connect ECONNREFUSED 127.0.0.1:5432' }] },
      files: [{ file: 'a.test.ts', durationMs: 1, errors: [{ message: 'Cannot find module' }] }],
    }),
  );
  const analysis = await analysisOf(mine, execution);
  const failed = analysis.failures.map(({ title, file, resultId }) => ({ title, file, resultId }));
  expect(failed.toSorted((a, b) => a.title.localeCompare(b.title))).toEqual([
    { title: 'a.test.ts', file: 'a.test.ts', resultId: null },
    { title: 'The whole run', file: null, resultId: null },
  ]);
});

it.each([
  [7, 3],
  [230, 70],
])('pages through all %i verdicts, and filters them by class and test', async (count, limit) => {
  const results = Array.from({ length: count }, (_, at) =>
    makeFailure(`test ${at}`, `read ECONNRESET of test ${at}`),
  );
  const execution = await upload(mine, makeUpload({ execution: { status: 'failed' }, results }));
  const { id, failures } = await analysisOf(mine, execution);
  const pages: Analysis['failures'] = [];
  let cursor: string | null = null;
  do {
    const query: string = cursor === null ? '' : `&cursor=${cursor}`;
    const page = dataOf(
      await ask(mine, { url: `/api/ci/analyses/${id}/failures?limit=${limit}${query}` }),
    ) as { items: Analysis['failures']; nextCursor: string | null };
    pages.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(pages).toEqual(failures);
  // Each quotes the message of its own failure.
  const quotes = pages.flatMap(({ title, evidence }) =>
    evidence.flatMap(({ source, quote }) => (source === 'message' ? [{ title, quote }] : [])),
  );
  expect(quotes.length).toBeGreaterThan(0);
  for (const { title, quote } of quotes) expect(quote).toContain(title);
  const last = failures.at(-1);
  const ofTest = await ask(mine, {
    url: `/api/ci/analyses/${id}/failures?testId=${last?.testId}`,
  });
  expect(dataOf(ofTest)).toEqual({ items: [last], nextCursor: null });
  const [first] = failures;
  const other = first?.classification === 'INFRA' ? 'HEALABLE' : 'INFRA';
  const none = await ask(mine, { url: `/api/ci/analyses/${id}/failures?classification=${other}` });
  expect(dataOf(none)).toEqual({ items: [], nextCursor: null });
});

it('lists analyses newest first, by project, branch, execution and test', async () => {
  const first = await uploadRow(mine, { at: timeBefore(3), tests: { pays: 'f' } });
  const second = await uploadRow(mine, {
    at: timeBefore(2),
    branch: 'feature',
    tests: { pays: 'f', ships: 'f' },
  });
  const third = await uploadRow(mine, { at: timeBefore(1), project: 'api', tests: { asks: 'f' } });
  for (const one of [first, second, third]) await analysisOf(mine, one);
  const { failures } = await analysisOf(mine, second);
  const ships = failures.find(({ title }) => title === 'ships');
  const listed = async (query: string) => {
    const { items } = dataOf(await ask(mine, { url: `/api/ci/analyses${query}` })) as {
      items: { executionId: string; testVerdict: object | null }[];
    };
    return items;
  };
  const ids = async (query: string) => (await listed(query)).map(({ executionId }) => executionId);
  expect(await ids('')).toEqual([third, second, first].map(({ executionId }) => executionId));
  expect(await ids('?project=api')).toEqual([third.executionId]);
  expect(await ids('?branch=feature')).toEqual([second.executionId]);
  expect(await ids(`?executionId=${first.executionId}`)).toEqual([first.executionId]);
  expect(await listed(`?testId=${ships?.testId}`)).toMatchObject([
    {
      executionId: second.executionId,
      testVerdict: { ...(ships && deriveLabelFields(ships)), fingerprint: ships?.fingerprint },
    },
  ]);
  expect(await ids('?project=none')).toEqual([]);
});

it('refuses what it cannot analyse, and knows nothing of other organizations', async () => {
  const passed = await uploadRow(mine, { at: timeBefore(1), tests: { pays: '.', waits: 'r' } });
  const nothing = errorOf(await askToAnalyze(mine, { executionId: passed.executionId }));
  expect(nothing).toEqual({
    status: 400,
    error: {
      code: 'BAD_REQUEST',
      message: 'There is nothing to analyze: nothing failed.',
    },
  });
  const failed = await uploadRow(mine, { at: timeBefore(1), tests: { pays: 'f' } });
  const { id } = await analysisOf(mine, failed);
  const { apiKey } = await server.makeOrganization(randomUUID());
  const theirs = { app: server.app, apiKey };
  const statuses = [
    await askToAnalyze(theirs, { executionId: failed.executionId }),
    await ask(theirs, { url: `/api/ci/analyses/${id}` }),
    await ask(theirs, { url: `/api/ci/analyses/${id}/failures` }),
    await ask(mine, { url: '/api/ci/analyses/x' }),
    await askToAnalyze(mine, { executionId: randomUUID() }),
  ].map(({ status }) => status);
  expect(statuses).toEqual([404, 404, 404, 404, 404]);
  const bad = [
    {},
    { executionId: 'x' },
    { executionId: failed.executionId, failures: [] },
    { executionId: failed.executionId, wrong: 1 },
    [],
  ];
  for (const body of bad) expect((await askToAnalyze(mine, body)).status).toBe(400);
});
