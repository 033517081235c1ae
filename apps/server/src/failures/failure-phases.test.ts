import type { IngestExecution, IngestResult } from '@svc/contract/executions/ingest';
import type { FailureGroup } from '@svc/contract/history/failures';
import type { SourcedPage } from '@svc/contract/pages';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeRun } from '../../test/history.ts';
import { makeAttendingApp, makeFailure, type AttendingApp } from '../../test/scenes/attending.ts';
import { ask, dataOf, settle } from '../../test/make.ts';

const DAY = 24;

let server: AttendingApp;
beforeAll(async () => {
  server = await makeAttendingApp();
});
afterAll(() => server.close());
beforeEach(() => server.startProject());

async function groups(query: Record<string, string> = {}): Promise<FailureGroup[]> {
  await settle(server);
  const asked = new URLSearchParams({ project: server.project, ...query });
  const url = `/api/failures?${asked.toString()}`;
  return (dataOf(await ask(server, { url })) as SourcedPage<FailureGroup>).items;
}

/** The state of the only cause: its phase, the branches, and the number of the execution with which it was over. */
async function standing(query: Record<string, string> = {}) {
  const found = await groups(query);
  expect(found).toHaveLength(1);
  return found.map(({ phase, onlyOn, gone }) => [phase, onlyOn, gone?.number ?? null])[0];
}

/** An execution of CI in a workflow. */
function inCi(branch: string, workflow = 'web'): { execution: Partial<IngestExecution> } {
  const ci = { provider: 'github-actions', workflow };
  return { execution: { ci, git: { branch, ...(branch !== 'main' && { baseBranch: 'main' }) } } };
}

describe('what the default branch fixed', () => {
  beforeEach(async () => {
    await server.run(20 * DAY, { a: '.' }, inCi('main'));
    await server.run(10 * DAY, { a: 'f' }, inCi('main'));
    await server.run(8 * DAY, { a: 'f' }, inCi('feat/x'));
  });

  it('is over, though a branch without a run since had it too', async () => {
    await server.run(7 * DAY, { other: '.' }, inCi('main'));
    const fix = await server.run(6 * DAY, { a: '.' }, inCi('main'));
    await server.run(1, { a: '.' }, inCi('main'));
    expect(await standing()).toEqual(['over', [], fix.number]);
    expect((await groups())[0]).toMatchObject({
      count: 2,
      gone: { executionId: fix.executionId, branch: 'main' },
      // Where it was seen last.
      example: { executionNumber: fix.number - 2 },
    });
    expect(await groups({ phase: 'new' })).toEqual([]);
    expect(await groups({ phase: 'over' })).toHaveLength(1);
  });

  it('is over, though a branch failed after the fix and then ended', async () => {
    const fix = await server.run(6 * DAY, { a: '.' }, inCi('main'));
    await server.run(5 * DAY, { a: 'f' }, inCi('feat/x'));
    await server.run(4 * DAY, { a: '.' }, inCi('main'));
    expect(await standing()).toEqual(['ongoing', ['feat/x'], null]);
    await server.run(1, { a: '.' }, inCi('main'));
    expect(await standing()).toEqual(['over', [], fix.number]);
  });

  it('is of the branch that fails after the fix and still runs', async () => {
    const fix = await server.run(6 * DAY, { a: '.' }, inCi('main'));
    await server.run(2, { a: 'f' }, inCi('feat/x'));
    await server.run(1, { a: '.' }, inCi('main'));
    expect(await standing()).toEqual(['ongoing', ['feat/x'], null]);
    await server.run(0, { a: '.' }, inCi('feat/x'));
    expect(await standing()).toEqual(['over', [], fix.number]);
  });

  it('is ongoing, not new, when it comes back', async () => {
    for (const days of [6, 5]) await server.run(days * DAY, { a: '.' }, inCi('main'));
    await server.run(1, { a: 'f' }, inCi('main'));
    expect(await standing()).toEqual(['ongoing', [], null]);
  });

  it('is open on a branch that is asked for', async () => {
    await server.run(6 * DAY, { a: '.' }, inCi('main'));
    expect(await standing({ branch: 'feat/x' })).toEqual(['ongoing', [], null]);
    expect((await standing({ branch: 'main' }))?.[0]).toBe('over');
  });
});

describe('a failure that the default branch never had', () => {
  it('is that of its branch, until it passes there', async () => {
    await server.run(10 * DAY, { a: '.' }, inCi('main'));
    await server.run(9 * DAY, { a: 'f' }, inCi('feat/x'));
    await server.run(8 * DAY, { a: 'f' }, inCi('feat/y'));
    await server.run(1, { a: '.' }, inCi('main'));
    expect(await standing()).toEqual(['ongoing', ['feat/y', 'feat/x'], null]);
    await server.run(1, { a: '.' }, inCi('feat/y'));
    expect(await standing()).toEqual(['ongoing', ['feat/x'], null]);
    const last = await server.run(0, { a: '.' }, inCi('feat/x'));
    expect(await standing()).toEqual(['over', [], last.number]);
  });

  it('is over on a merged or deleted branch that ran three weeks ago', async () => {
    await server.run(22 * DAY, { a: '.' }, inCi('main'));
    await server.run(21 * DAY, { a: 'f' }, inCi('feat/x'));
    // Nothing else has run for two weeks either.
    await server.run(15 * DAY, { b: '.' }, inCi('main'));
    expect((await standing())?.[0]).not.toBe('over');
    await server.run(10 * DAY, { b: '.' }, inCi('main'));
    expect(await standing()).toEqual(['over', [], null]);
  });

  it('is over on a former default branch that runs no more', async () => {
    const onMaster = (hours: number, letter: 'f' | '.') =>
      server.run(
        hours,
        { a: letter },
        { ...inCi('master'), execution: { ...CI_ONLY, git: MASTER } },
      );
    await onMaster(20 * DAY, '.');
    await onMaster(19 * DAY, 'f');
    expect(await standing()).toEqual(['ongoing', [], null]);
    await server.run(18 * DAY, { a: '.' }, inCi('main'));
    expect(await standing()).toEqual(['ongoing', ['master'], null]);
    await server.run(1, { a: '.' }, inCi('main'));
    expect(await standing()).toEqual(['over', [], null]);
  });
});

const CI_ONLY: Partial<IngestExecution> = { ci: { provider: 'github-actions', workflow: 'web' } };
const MASTER = { branch: 'master' };

const failing = (title: string) => makeFailure(title, 'no database');
const passing = (title: string) => makeRun(title, '.');
const all = (count: number, make: (title: string) => IngestResult) =>
  Array.from({ length: count }, (_, index) => make(`test ${index}`));

describe('a suite of the default branch', () => {
  it('is not ended by another one in which the test passes, as in what needs attention', async () => {
    await server.run(3 * DAY, { a: 'f' }, inCi('main', 'nightly'));
    await server.run(1, { a: '.' }, inCi('main'));
    expect(await standing()).toEqual(['new', [], null]);
    expect(await server.items()).toMatchObject([{ kind: 'failing' }]);
    const fix = await server.run(0, { a: '.' }, inCi('main', 'nightly'));
    expect(await standing()).toEqual(['over', [], fix.number]);
    expect(await server.items()).toEqual([]);
  });

  it('is over with the 100 tests that failed last, of more tests in several suites', async () => {
    const nightly = inCi('main', 'nightly');
    await server.runResults(9 * DAY, all(3, failing), nightly);
    await server.runResults(8 * DAY, all(120, failing), inCi('main'));
    await server.runResults(7 * DAY, all(3, passing), nightly);
    const fix = await server.runResults(6 * DAY, all(120, passing), inCi('main'));
    expect(await standing()).toEqual(['over', [], fix.number]);
  });

  it('of the default branch keeps its say, however seldom it runs', async () => {
    await server.run(15 * DAY, { a: 'f' }, inCi('main', 'nightly'));
    await server.run(2 * DAY, { a: '.' }, inCi('main'));
    expect(await standing()).toEqual(['ongoing', [], null]);
    await server.run(1, { a: '.' }, inCi('main'));
    expect(await standing()).toEqual(['ongoing', [], null]);
  });

  it('of another branch has no say once it has not run in the last 14 days', async () => {
    await server.run(13 * DAY, { a: 'f' }, inCi('fix', 'nightly'));
    await server.run(2 * DAY, { a: '.' }, inCi('main'));
    expect(await standing()).toEqual(['ongoing', ['fix'], null]);
    server.startProject();
    // The default branch ran 13 days after it, and now is 15 days after it.
    await server.run(15 * DAY, { a: 'f' }, inCi('fix', 'nightly'));
    await server.run(2 * DAY, { a: '.' }, inCi('main'));
    expect(await standing()).toEqual(['over', [], null]);
    // The window ended two days ago.
    const to = new Date(server.deps.clock.now().getTime() - 1.5 * DAY * 3_600_000).toISOString();
    expect(await standing({ to })).toEqual(['ongoing', ['fix'], null]);
  });

  it('of another branch keeps its say while the default branch does not run either', async () => {
    await server.run(16 * DAY, { a: 'f' }, inCi('fix', 'nightly'));
    await server.run(15 * DAY, { a: '.' }, inCi('main'));
    expect(await standing()).toEqual(['ongoing', ['fix'], null]);
  });

  it('stays open while nothing runs at all', async () => {
    await server.run(25 * DAY, { a: '.' }, inCi('main'));
    await server.run(24 * DAY, { a: 'f' }, inCi('main'));
    expect(await standing()).toEqual(['ongoing', [], null]);
  });
});

describe('a new failure', () => {
  it('was first seen in the last 48 hours', async () => {
    for (const hours of [60, 40, 30, 20, 10]) await server.run(hours, { a: 'f' }, inCi('main'));
    expect((await standing())?.[0]).toBe('ongoing');
    await server.run(47, { b: 'f' }, inCi('main'));
    expect((await groups({ phase: 'new' })).map(({ pattern }) => pattern)).toEqual([
      expect.stringContaining('b broke'),
    ]);
  });

  it('is one of the last 48 hours alone on a branch that does not speak', async () => {
    await server.run(9 * DAY, { a: '.', b: '.' }, inCi('main'));
    await server.run(3 * DAY, { a: 'f' }, inCi('feat/x'));
    await server.run(1, { a: 'f', b: 'f' }, inCi('feat/x'));
    expect(
      (await groups({ phase: 'new' })).map(({ pattern, onlyOn }) => [pattern, onlyOn]),
    ).toEqual([[expect.stringContaining('b broke'), ['feat/x']]]);
    expect(await groups({ phase: 'new', branch: 'feat/x' })).toHaveLength(2);
  });

  it('was first seen in one of the last three executions of its suite, at most 14 days ago', async () => {
    await server.run(25 * DAY, { a: 'f' }, inCi('main'));
    await server.run(13 * DAY, { a: 'f', b: 'f' }, inCi('main'));
    await server.run(5 * DAY, { a: 'f', b: 'f', c: 'f' }, inCi('main'));
    // Another suite.
    for (const hours of [5, 4, 3]) await server.run(hours, { d: '.' }, inCi('main', 'api'));
    const found = (await groups()).map(({ pattern, phase }) => [
      /[abc] broke/.exec(pattern)?.[0],
      phase,
    ]);
    expect(new Map(found as [string, string][])).toEqual(
      new Map([
        ['a broke', 'ongoing'],
        ['b broke', 'new'],
        ['c broke', 'new'],
      ]),
    );
    await server.run(1, { a: 'f', b: 'f', c: 'f' }, inCi('main'));
    await server.run(0, { a: 'f', b: 'f', c: 'f' }, inCi('main'));
    expect((await groups({ phase: 'new' })).map(({ pattern }) => pattern)).toEqual([
      expect.stringContaining('c broke'),
    ]);
  });
});

it('judges a project of local runs like one from CI', async () => {
  await server.run(10 * DAY, { a: '.' });
  await server.run(9 * DAY, { a: 'f' });
  await server.run(8 * DAY, { a: 'f' }, { branch: 'mine' });
  const fix = await server.run(7 * DAY, { a: '.' });
  expect(await standing()).toEqual(['over', [], fix.number]);
});

it('keeps the phase of a failure in quarantine', async () => {
  await server.run(9 * DAY, { a: '.' }, inCi('main'));
  await server.run(1, { a: 'f' }, inCi('main'));
  const [group] = await groups();
  const payload = {
    testId: group?.example.testId,
    fingerprints: [group?.fingerprint],
    reason: 'known',
  };
  const { status } = await ask(server, { method: 'POST', url: '/api/quarantine', payload });
  expect(status).toBe(200);
  expect(await standing()).toEqual(['new', [], null]);
});

it('counts the projects of a cause, and names that of the execution with which it was over', async () => {
  const first = server.project;
  await server.runResults(5 * DAY, [makeFailure('a', 'no cross-project gateway')]);
  server.startProject();
  await server.runResults(4 * DAY, [makeFailure('a', 'no cross-project gateway')]);
  const query = new URLSearchParams({ search: 'cross-project' }).toString();
  const both = async () => {
    await settle(server);
    const answer = await ask(server, { url: `/api/failures?${query}` });
    return (dataOf(answer) as SourcedPage<FailureGroup>).items;
  };
  expect(await both()).toMatchObject([
    { projects: 2, tests: 2, gone: null, example: { project: server.project } },
  ]);
  const fix = await server.run(2 * DAY, { a: '.' });
  const fixed = server.project;
  await server.run(3 * DAY, { a: '.' }, { execution: { project: first } });
  expect(await both()).toMatchObject([
    { projects: 2, phase: 'over', gone: { number: fix.number, project: fixed } },
  ]);
  expect((await groups())[0]).toMatchObject({ projects: 1, gone: { project: fixed } });
});
