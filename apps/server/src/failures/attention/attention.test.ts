import type { Attention } from '@svc/contract/history/attention';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  type AttendingApp,
  makeAttendingApp,
  makeBrokenFile,
  makeFailure,
} from '../../../test/scenes/attending.ts';
import { makeRun } from '../../../test/history.ts';
import { ask, dataOf } from '../../../test/make.ts';

let server: AttendingApp;
beforeAll(async () => {
  server = await makeAttendingApp();
});
afterAll(() => server.close());
beforeEach(() => server.startProject());

it('is empty when nothing needs attention', async () => {
  expect(await server.items()).toEqual([]);
  await server.run(3, { a: 'f' });
  await server.run(2, { a: '.', b: 'r' });
  await server.run(1, { a: '.', b: '.' }, { branch: 'fix' });
  expect(await server.items()).toEqual([]);
});

it('puts the most severe kind first, and ends after 20 items', async () => {
  const durationMs = 60_000;
  await server.runResults(20 * 24, [makeRun('a', '.')], { execution: { durationMs: 1_000 } });
  await server.run(30, { a: '.', flaky: 'r' }, { execution: { durationMs } });
  await server.run(29, { a: '.', flaky: 'r' }, { execution: { durationMs } });
  const onMain = [makeRun('a', '.'), makeFailure('red', 'red'), makeRun('flaky', '.')];
  await server.runResults(28, onMain, { execution: { durationMs } });
  const files = [makeBrokenFile('src/b.test.ts')];
  const onFix = { execution: { durationMs, git: { branch: 'fix' } }, files };
  await server.runResults(27, [makeFailure('a', 'broken')], onFix);
  const onOther = { execution: { durationMs, git: { branch: 'other' } }, files };
  await server.runResults(26, [makeRun('a', '.')], onOther);
  expect((await server.items()).map(({ kind, branch }) => [kind, branch])).toEqual([
    ['failing', 'main'],
    ['regression', 'fix'],
    ['incomplete', 'other'],
    ['incomplete', 'fix'],
    ['newly-flaky', null],
    ['slower', null],
  ]);
  const broken = Array.from({ length: 25 }, (_, index) =>
    makeFailure(`${index}`, `cause ${String.fromCharCode(97 + index)}${'x'.repeat(index)}`),
  );
  await server.runResults(25, broken);
  const found = await server.items();
  expect(found.map(({ kind }) => kind)).toEqual(Array(20).fill('failing'));
});

it('looks at each framework of a branch, so that green unit tests hide no red browser tests', async () => {
  const playwright = { framework: 'playwright' };
  await server.run(5, { a: '.', b: '.' }, { execution: playwright });
  await server.run(4, { a: '.' });
  await server.run(3, { a: 'f', b: '.' }, { execution: playwright });
  await server.run(2, { a: '.' });
  expect(await server.items()).toMatchObject([{ kind: 'failing', branch: 'main' }]);
  await server.run(1, { a: '.', b: '.' }, { execution: playwright });
  expect(await server.items()).toEqual([]);
});

it('covers one project if one is named, otherwise all of the organization', async () => {
  const first = server.project;
  await server.run(3, { a: 'f' });
  const second = `${first} too`;
  server.project = second;
  await server.run(2, { a: 'f' });
  expect((await server.items({ project: first })).map((item) => item.project)).toEqual([first]);
  const both = (await server.items({})).filter((item) => item.project.startsWith(first));
  // One failure in two projects makes two items.
  expect(both.map((item) => item.project)).toEqual([second, first]);
  expect(await server.items({ project: 'nobody' })).toEqual([]);
  const { apiKey } = await server.makeOrganization('Other');
  const other = await ask({ app: server.app, apiKey }, { url: '/api/attention' });
  expect(dataOf(other)).toEqual({
    items: [],
    idleDefaultBranches: [],
    source: 'all',
    localProjects: [],
  });
});

it('names a default branch that no longer runs, instead of saying that nothing needs attention', async () => {
  const idle = async () => {
    const url = `/api/attention?${new URLSearchParams({ project: server.project }).toString()}`;
    return (dataOf(await ask(server, { url })) as Attention).idleDefaultBranches;
  };
  // The default branch of a project that only tests pull requests never runs: that is no warning.
  const git = { branch: 'fix', baseBranch: 'main' };
  await server.run(30, { a: '.' }, { branch: 'fix', execution: { git } });
  expect([await server.items(), await idle()]).toEqual([[], []]);
  await server.run(15 * 24, { a: 'f' });
  await server.run(20, { a: '.' }, { branch: 'fix' });
  expect([await server.items(), await idle()]).toEqual([
    [],
    [{ project: server.project, branch: 'main' }],
  ]);
  await server.run(10, { a: '.' });
  expect([await server.items(), await idle()]).toEqual([[], []]);
});

it('answers the same over tRPC', async () => {
  await server.run(3, { a: 'f' });
  const overRest = await server.items();
  const input = encodeURIComponent(JSON.stringify({ project: server.project }));
  const { text } = await ask(server, { url: `/trpc/attention.get?input=${input}` });
  expect((JSON.parse(text) as { result: { data: Attention } }).result.data.items).toEqual(overRest);
});

it.each([
  ['projct=web', 'projct'],
  ['project=', 'project'],
  ['limit=5', 'limit'],
])('refuses %s and names the parameter', async (query, path) => {
  const { status, text } = await ask(server, { url: `/api/attention?${query}` });
  const { error } = JSON.parse(text) as { error: { details: { path: string }[] } };
  expect([status, error.details[0]?.path]).toEqual([400, path]);
});
