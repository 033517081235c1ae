import type { Attention } from '@svc/contract/history/attention';
import type { Comparison } from '@svc/contract/executions/compare';
import type { ErrorBody } from '@svc/contract/errors';
import type { FailureGroup } from '@svc/contract/history/failures';
import type { Source } from '@svc/contract/filters';
import type { IngestExecution } from '@svc/contract/executions/ingest';
import type { SourcedPage } from '@svc/contract/pages';
import type { TestDetail, TestSummary } from '@svc/contract/history/tests';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestApp } from '../app.ts';
import { makeAttendingApp, type AttendingApp } from '../scenes/attending.ts';
import { ask, dataOf, settle } from '../make.ts';

let server: AttendingApp;
let from: Pick<TestApp, 'app' | 'apiKey'>;
beforeAll(async () => {
  server = await makeAttendingApp();
  from = server;
});
afterAll(() => server.close());
beforeEach(() => server.startProject());

const CI: Partial<IngestExecution> = { ci: { provider: 'github', runId: '1' } };
const DIRTY = { branch: 'main', dirty: true };

const get = async <Value>(path: string, query: Record<string, string>): Promise<Value> => {
  const asked = new URLSearchParams({ project: server.project, ...query });
  return dataOf(await ask(from, { url: `/api/${path}?${asked.toString()}` })) as Value;
};

/** The answers that depend on the newest execution of main, in short form. */
async function viewOfMain() {
  await settle(server);
  const attention = await get<Attention>('attention', {});
  const failures = await get<SourcedPage<FailureGroup>>('failures', {});
  const compared = await get<Comparison>('compare', { base: 'branch:main', head: 'branch:fix' });
  const tests = await get<SourcedPage<TestSummary>>('tests', {});
  const speaking = await get<{ items: { number: number }[] }>('executions', { speaking: 'true' });
  return {
    attention: attention.items.map(({ kind, title, executionNumber, sinceCommit }) => ({
      kind,
      title,
      executionNumber,
      sinceCommit,
    })),
    source: [attention.source, attention.localProjects, failures.source, tests.source],
    phases: failures.items.map(({ pattern, phase, count }) => [pattern, phase, count]),
    branchMain: compared.base.number,
    speaking: speaking.items.map(({ number }) => number),
    tests: tests.items.map(({ title, lastStatus, runs, since }) => [
      title,
      lastStatus,
      runs,
      since,
    ]),
  };
}

const OF_NO_BRANCH: [string, Partial<IngestExecution>][] = [
  ['a dirty tree on a developer machine', { git: DIRTY, environment: { name: 'local' } }],
  ['a filter on a developer machine', { partial: ['filter'] }],
  ['a filter and a dirty tree', { git: DIRTY, partial: ['filter'] }],
];

it.each<[string, Partial<IngestExecution>]>([
  ...OF_NO_BRANCH,
  ['a clean tree on a developer machine', {}],
])('an execution of %s changes nothing that main shows where CI runs', async (_, execution) => {
  await server.run(9, { a: '.', b: '.', c: '.' }, { execution: inCi('main') });
  await server.run(8, { a: 'f', b: 'f', c: '.' }, { execution: inCi('main') });
  await server.run(7, { a: 'f', b: '.', c: '.' }, { execution: inCi('main') });
  await server.run(6, { a: 'f', b: 'f', c: '.' }, { execution: inCi('fix') });
  const before = await viewOfMain();
  expect(before).toMatchObject({
    attention: [
      { kind: 'failing', executionNumber: 3 },
      { kind: 'regression', executionNumber: 4 },
    ],
    source: ['ci', [], 'ci', 'ci'],
    branchMain: 3,
    speaking: [4, 3, 2, 1],
  });
  // First all passed, then all failed.
  await server.run(2, { a: '.', b: '.' }, { execution });
  await server.run(1, { a: 'f', b: 'f', c: 'f' }, { execution });
  expect(await viewOfMain()).toEqual(before);
});

it('a pull request whose branch has the name of its base does not speak for the base', async () => {
  await server.run(9, { a: '.', b: '.' }, { execution: inCi('main') });
  await server.run(8, { a: 'f', b: '.' }, { execution: inCi('main') });
  await server.run(6, { a: 'f', b: 'f' }, { execution: inCi('fix') });
  const { attention, branchMain, speaking } = await viewOfMain();
  const git = { branch: 'main', baseBranch: 'main' };
  await server.run(2, { a: '.', b: '.' }, { execution: { ...CI, git } });
  await server.run(1, { a: 'f', b: 'f' }, { execution: { ...CI, git } });
  expect(await viewOfMain()).toMatchObject({ attention, branchMain, speaking });
});

it.each<[string, Partial<IngestExecution>]>(OF_NO_BRANCH)(
  'an execution of %s changes nothing that main shows where nothing comes from CI',
  async (_, execution) => {
    const git = { branch: 'fix', commit: 'f'.repeat(40) };
    await server.run(9, { a: '.', b: '.' });
    await server.run(8, { a: 'f', b: '.' });
    await server.run(7, { a: 'f', b: 'f' }, { execution: { git } });
    const { attention, branchMain, speaking, source } = await viewOfMain();
    expect({ branchMain, speaking, source }).toEqual({
      branchMain: 2,
      speaking: [3, 2, 1],
      source: ['all', [server.project], 'all', 'all'],
    });
    await server.run(2, { a: '.', b: '.' }, { execution });
    await server.run(1, { a: 'f', b: 'f', c: 'f' }, { execution });
    expect(await viewOfMain()).toMatchObject({ attention, branchMain, speaking, source });
  },
);

it('explains why a branch with only local executions cannot be compared with', async () => {
  await server.run(3, { a: '.' }, { execution: inCi('main') });
  await server.run(2, { a: '.' }, { branch: 'mine' });
  const url = `/api/compare?project=${server.project}&base=branch:mine&head=latest`;
  const { status, text } = await ask(server, { url });
  const { error } = JSON.parse(text) as ErrorBody;
  expect([status, error.message]).toEqual([
    404,
    `base: There is no execution that counts for 'branch:mine' in project '${server.project}'. ` +
      'An execution counts for its branch when it is finished, not partial, of a clean tree, and from CI.',
  ]);
});

it('resolves latest to any execution, preferably of the commit', async () => {
  await server.run(3, { a: '.' }, { execution: inCi('main') });
  await server.run(2, { a: '.' }, { execution: { git: { ...DIRTY, commit: 'A'.repeat(40) } } });
  await server.run(1, { a: '.' }, { execution: inCi('fix') });
  const asked = { base: 'branch:main', head: 'latest' };
  const heads = await Promise.all(
    [asked, { ...asked, commit: 'a'.repeat(40) }, { ...asked, commit: 'b'.repeat(40) }].map(
      async (query) => (await get<Comparison>('compare', query)).head.number,
    ),
  );
  expect(heads).toEqual([3, 2, 3]);
});

it('counts executions of the requested source, in every answer that has one', async () => {
  await server.run(4, { a: '.' }, { execution: inCi('main') });
  await server.run(3, { a: 'r' }, { execution: inCi('main') });
  await server.run(2, { a: 'f' });
  await settle(server);
  const [test] = (await get<SourcedPage<TestSummary>>('tests', {})).items;
  const counts = async (query: { source?: Source }) => {
    const metrics = await get<{ source: Source; executions: { total: number } }>('metrics', query);
    const trends = await get<{ source: Source; points: { executions: number }[] }>('trends', query);
    const tests = await get<SourcedPage<TestSummary>>('tests', query);
    const flaky = await get<SourcedPage<{ runs: number }>>('flaky-tests', {
      ...query,
      minRuns: '1',
    });
    const failures = await get<SourcedPage<FailureGroup>>('failures', query);
    const executions = await get<SourcedPage<unknown>>('executions', query);
    const detail = await get<TestDetail>(`tests/${test?.testId}`, query);
    return {
      executions: [executions.source, executions.items.length],
      metrics: [metrics.source, metrics.executions.total],
      trends: [trends.source, trends.points.reduce((sum, point) => sum + point.executions, 0)],
      tests: [tests.source, tests.items[0]?.runs],
      test: [detail.source, detail.runs],
      flaky: [flaky.source, flaky.items[0]?.runs],
      failures: [failures.source, failures.items.length],
    };
  };
  const ofCi = {
    metrics: ['ci', 2],
    trends: ['ci', 2],
    tests: ['ci', 2],
    test: ['ci', 2],
    flaky: ['ci', 2],
    failures: ['ci', 0],
  };
  expect(await counts({})).toEqual({ executions: ['all', 3], ...ofCi });
  expect(await counts({ source: 'ci' })).toEqual({ executions: ['ci', 2], ...ofCi });
  expect(await counts({ source: 'local' })).toEqual({
    executions: ['local', 1],
    metrics: ['local', 1],
    trends: ['local', 1],
    tests: ['local', 1],
    test: ['local', 1],
    flaky: ['local', undefined],
    failures: ['local', 1],
  });
  expect(await counts({ source: 'all' })).toEqual({
    executions: ['all', 3],
    metrics: ['all', 3],
    trends: ['all', 3],
    tests: ['all', 3],
    test: ['all', 3],
    flaky: ['all', 3],
    failures: ['all', 1],
  });
});

/** From CI, on a branch, with its own commit. */
function inCi(branch: string): Partial<IngestExecution> {
  return { ...CI, git: { branch, commit: branch.padEnd(40, 'c') } };
}
