import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { uploadHistory, uploadRow } from '../../../test/history.ts';
import { rethrow, settle } from '../../../test/make.ts';
import { drainOutbox } from '../../outbox/drain-outbox.ts';
import type { DueEvent } from '../../outbox/events.queries.ts';
import { rebuildRollUps } from '../rebuild.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeApp();
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

/** Rolls up what was uploaded and returns the events it wrote, as `type branch`. */
async function news(): Promise<string[]> {
  await settle(server);
  return newEvents();
}

async function newEvents(): Promise<string[]> {
  const taken: DueEvent[] = [];
  const consumer = {
    name: 'test',
    take: async (_: unknown, events: readonly DueEvent[]) => () => void taken.push(...events),
  };
  await drainOutbox(server.deps.database, [consumer], rethrow);
  return taken.map(({ type, data }) => ('branch' in data ? `${type} ${data.branch}` : type));
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
  expect(found.flat()).toEqual(['test.flaky']);
  expect(found[8]).toEqual(['test.flaky']);
});

it('reports nothing again: after a rebuild, a repeated roll-up, or a moved default branch', async () => {
  await newsOfRuns('.....r..r..fff');
  await rebuildRollUps(server.deps.database, () => undefined);
  expect(await newEvents()).toEqual([]);
  await server.deps.database.query(
    `INSERT INTO execution_changes (organization_id, execution_id, changed_at)
     SELECT organization_id, id, clock_timestamp() FROM executions
     ON CONFLICT DO NOTHING`,
  );
  expect(await news()).toEqual([]);
  // More executions speak for `next` than for `main`.
  for (let hour = 1; hour <= 30; hour++) {
    await uploadRow(server, { project, at: at(hour), branch: 'next', tests: { other: '.' } });
  }
  expect(await news()).toEqual([]);
});
