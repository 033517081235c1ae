import type { EventData } from '@svc/contract/webhooks/events';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeOwnApp, type TestApp } from '../../../../test/app.ts';
import { testClock } from '../../../../test/clock.ts';
import { uploadHistory, uploadRow } from '../../../../test/history.ts';
import { rethrow, settle } from '../../../../test/make.ts';
import { drainOutbox } from '../../../db/outbox/drain-outbox.ts';
import type { DueEvent } from '../../../db/outbox/events.queries.ts';
import { reportTestNews } from '../../../executions/life-cycle/test-news/report-test-news.ts';
import { settleExecutions } from '../../../executions/life-cycle/settle-executions.ts';
import { rebuildRollUps } from '../../rebuild.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeOwnApp({
    because: 'drains the outbox, and settles the executions of all organizations',
    env: { SVC_SETTLE_SECONDS: '0' },
  });
});
afterAll(() => server.close());

let project = '';
let projects = 0;
beforeEach(() => {
  project = `project ${++projects}`;
});

const at = (hours: number) => new Date(END.getTime() + hours * 3_600_000).toISOString();
const END = new Date('2026-09-01T00:00:00Z');
const DAY_MS = 86_400_000;

/** Rolls up and settles what was uploaded, and returns the events about tests, as `type branch`. */
async function news(): Promise<string[]> {
  await settle(server);
  return newEvents();
}

async function newEvents(): Promise<string[]> {
  return (await testEvents()).map(({ type, branch }) => `${type} ${branch}`);
}

type TestEvent = EventData<'test.flaky'> & { type: string };

async function testEvents(): Promise<TestEvent[]> {
  await settleExecutions(server.deps);
  await reportTestNews(server.deps);
  const taken: DueEvent[] = [];
  const consumer = {
    name: 'test',
    take: async (_: unknown, events: readonly DueEvent[]) => () => void taken.push(...events),
  };
  await drainOutbox(server.deps.database, [consumer], rethrow);
  return taken.flatMap(({ type, data }) => ('tests' in data ? [{ type, ...data }] : []));
}

/** Uploads the runs of one test on main, one a roll-up, and returns the events of each. */
async function newsOfRuns(letters: string, end = END): Promise<string[][]> {
  const found: string[][] = [];
  for (const [index, letter] of letters.split('').entries()) {
    const at = new Date(end.getTime() - (letters.length - 1 - index) * 3_600_000);
    await uploadHistory(server, letter, { project, end: at });
    found.push(await news());
  }
  return found;
}

it('reports a regression with the first failure after a pass, and the recovery with the next pass', async () => {
  expect(await newsOfRuns('..fff..')).toEqual([
    [],
    [],
    ['test.regressed main'],
    [],
    [],
    ['test.recovered main'],
    [],
  ]);
});

it('reports nothing for a test that fails from its first run on', async () => {
  expect(await newsOfRuns('ff')).toEqual([[], []]);
});

it('reports a regression of several runs that are rolled up at once', async () => {
  await uploadHistory(server, '..', { project, end: END });
  expect(await news()).toEqual([]);
  await uploadHistory(server, 'ff', { project, end: new Date(END.getTime() + DAY_MS) });
  expect(await news()).toEqual(['test.regressed main']);
});

/** Uploads a run of a test `a`. */
const row = (hours: number, branch: string, letter: '.' | 'f') =>
  uploadRow(server, { project, branch, at: at(hours), tests: { a: letter } });

it('judges each branch by its own runs', async () => {
  await row(0, 'main', '.');
  await row(1, 'fix', '.');
  expect(await news()).toEqual([]);
  await row(2, 'fix', 'f');
  expect(await news()).toEqual(['test.regressed fix']);
  await row(3, 'main', '.');
  expect(await news()).toEqual([]);
  await row(4, 'fix', '.');
  expect(await news()).toEqual(['test.recovered fix']);
});

it('reports no run that speaks for no branch: of a dirty tree, or filtered', async () => {
  await newsOfRuns('..');
  const tests = { 'adds up': 'f' } as const;
  const git = { branch: 'main', dirty: true };
  await uploadRow(server, { project, at: at(1), tests, execution: { git } });
  await uploadRow(server, { project, at: at(1), tests, execution: { partial: ['filter'] } });
  expect(await news()).toEqual([]);
});

it('reports nothing for an execution that began before the newest one', async () => {
  await newsOfRuns('...');
  await uploadHistory(server, 'f', { project, end: new Date(END.getTime() - 5_400_000) });
  expect(await news()).toEqual([]);
});

it('reports a test once when it becomes a known flake', async () => {
  const found = await newsOfRuns('.....r..r..r');
  expect(found.flat()).toEqual(['test.flaky main']);
  expect(found[8]).toEqual(['test.flaky main']);
});

it('reports nothing again: after a rebuild, a repeated roll-up, or a moved default branch', async () => {
  await newsOfRuns('.....r..r..fff');
  await rebuildRollUps(server.deps.database, () => undefined);
  expect(await newEvents()).toEqual([]);
  await server.scope.query(
    `INSERT INTO execution_changes (organization_id, execution_id, changed_at)
     SELECT organization_id, id, statement_timestamp() FROM executions
     ON CONFLICT DO NOTHING`,
  );
  expect(await news()).toEqual([]);
  // More executions count for `next` than for `main`.
  for (let hour = 1; hour <= 30; hour++) {
    await uploadRow(server, { project, at: at(hour), branch: 'next', tests: { other: '.' } });
  }
  expect(await news()).toEqual([]);
});

it('reports a regression whose roll-up also moves the default branch', async () => {
  for (const hours of [0, 1, 2]) await row(hours, 'dev', '.');
  expect(await news()).toEqual([]);
  await row(3, 'dev', 'f');
  await row(4, 'main', '.');
  expect(await news()).toEqual(['test.regressed dev']);
  await row(5, 'dev', 'f');
  expect(await news()).toEqual([]);
  await row(6, 'dev', '.');
  expect(await news()).toEqual(['test.recovered dev']);
});

const PARTS = ['one', 'two', 'three'];

/** Uploads a part of an execution of three, with its tests. */
function part(index: number, hours: number, tests: Record<string, '.' | 'f'>) {
  return uploadRow(server, {
    project,
    branch: 'main',
    at: at(hours),
    tests,
    execution: { key: `${project} at ${hours}`, shard: { index, total: PARTS.length } },
  });
}

it('reports an execution once it has settled, with all tests that its parts changed', async () => {
  for (const [index, name] of PARTS.entries()) await part(index + 1, 0, { [name]: '.' });
  expect(await news()).toEqual([]);
  for (const [index, name] of PARTS.entries()) {
    expect(await news()).toEqual([]);
    await part(index + 1, 1, { [name]: 'f' });
  }
  await settle(server);
  const [event, ...others] = await testEvents();
  expect(others).toEqual([]);
  expect(event).toMatchObject({ type: 'test.regressed', project, number: 2, testCount: 3 });
  expect(event?.tests.map(({ title }) => title)).toEqual(PARTS.toSorted());
});

/** 1,500 tests, 230 of them with this outcome. If most tests failed, it would be an outage. */
const manyTests = (letter: '.' | 'f') =>
  Object.fromEntries(
    Array.from({ length: 1_500 }, (_, index) => [
      `test ${1_000 + index}`,
      index < 230 ? letter : ('.' as const),
    ]),
  );

it('names 100 tests at most, and counts all of them', async () => {
  const run = (hours: number, tests: Record<string, '.' | 'f'>) =>
    uploadRow(server, { project, branch: 'main', at: at(hours), tests });
  await run(0, manyTests('.'));
  expect(await news()).toEqual([]);
  await run(1, manyTests('f'));
  await settle(server);
  const [event, ...others] = await testEvents();
  expect(others).toEqual([]);
  expect(event?.testCount).toBe(230);
  expect(event?.tests.map(({ title }) => title)).toEqual(
    Array.from({ length: 100 }, (_, index) => `test ${1_000 + index}`),
  );
});

it('cuts long titles and files, so that a body stays below 64 KB', async () => {
  const titles = Array.from({ length: 120 }, (_, index) => `${index} ${'試'.repeat(5_000)}`);
  const run = (hours: number, letter: '.' | 'f') =>
    uploadRow(server, {
      project,
      branch: 'main',
      at: at(hours),
      // If most tests failed, it would be an outage.
      tests: { ...manyTests('.'), ...Object.fromEntries(titles.map((title) => [title, letter])) },
    });
  await run(0, '.');
  expect(await news()).toEqual([]);
  await run(1, 'f');
  await settle(server);
  const [event] = await testEvents();
  expect(event?.tests).toHaveLength(100);
  expect(event?.tests[0]?.title).toMatch(/^0 試+…$/);
  expect(Buffer.byteLength(JSON.stringify(event))).toBeLessThan(65_536);
});

it('says nothing of a recovery that a later part of the execution took back', async () => {
  const leg = (name: string, letter: '.' | 'f') =>
    uploadRow(server, {
      project,
      branch: 'main',
      at: at(2),
      tests: { a: letter },
      execution: { key: `${project} at 2`, leg: name },
    });
  await uploadRow(server, { project, branch: 'main', at: at(0), tests: { a: '.' } });
  await news();
  await uploadRow(server, { project, branch: 'main', at: at(1), tests: { a: 'f' } });
  expect(await news()).toEqual(['test.regressed main']);
  await leg('linux', '.');
  await settle(server);
  const waiting = await server.deps.database.query('SELECT type FROM test_news');
  expect(waiting).toEqual([{ type: 'test.recovered' }]);
  await leg('windows', 'f');
  expect(await news()).toEqual([]);
});

it('reports once when several servers report at once', async () => {
  await uploadRow(server, { project, branch: 'main', at: at(0), tests: { a: '.', b: '.' } });
  await news();
  await uploadRow(server, { project, branch: 'main', at: at(1), tests: { a: 'f', b: 'f' } });
  await settle(server);
  await settleExecutions(server.deps);
  const counts = await Promise.all([1, 2, 3].map(() => reportTestNews(server.deps)));
  expect(counts.toSorted((a, b) => a - b)).toEqual([0, 0, 1]);
  expect(await newEvents()).toEqual(['test.regressed main']);
});

it('waits for the roll-up of a settled execution, but not for more than 15 minutes', async () => {
  const run = (hours: number, letter: '.' | 'f') =>
    uploadRow(server, { project, branch: 'main', at: at(hours), tests: { a: letter } });
  await run(0, '.');
  await news();
  await run(1, 'f');
  await settle(server);
  // Another part came since, which no roll-up has seen.
  await server.scope.query(
    `INSERT INTO execution_changes (organization_id, execution_id, changed_at)
     SELECT organization_id, execution_id, statement_timestamp() FROM test_news`,
  );
  expect(await newEvents()).toEqual([]);
  server.setNow(new Date(testClock.now().getTime() + 16 * 60_000));
  expect(await newEvents()).toEqual(['test.regressed main']);
  server.setNow(null);
  await news();
});
