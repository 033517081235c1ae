import type { TestSummary } from '@svc/contract/history/tests';
import { generateHistory } from '@svc/seed/generate-history';
import { makeOwnApp, type TestApp } from '@svc/server/test/app.ts';
import { settle, upload } from '@svc/server/test/make.ts';
import { rebuildRollUps } from '@svc/server/operations';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { itemsOf } from './answers.ts';
import { BrokenRows, type BrokenRow } from './broken-rows.ts';
import { derivedRows, forgetDerivedRows } from './derived-rows.ts';
import { mainCommitsOf } from './main-commits.ts';
import { reportHistory, type ReportedExecution } from './reported-history.ts';

const END = new Date('2026-11-15T12:00:00Z');
// Few tests and many executions, so that many commits break something.
const history = generateHistory({
  seed: 2,
  results: 11_000,
  tests: 60,
  projects: 3,
  flakyShare: 0.2,
  unretriedShare: 0.25,
  end: END,
});
const reported = reportHistory(history);
const commits = mainCommitsOf(history.truth.regressions, reported);
const WINDOW = { from: history.shape.start.toISOString(), to: END.toISOString() };
const UPLOADS_AT_ONCE = 5;

let server: TestApp;

/** What the server said of a broken test at the end of such a row of failures on main. */
interface Sighting extends BrokenRow {
  said: 'nothing' | 'the commit' | 'a range with it' | 'an earlier break' | 'something else';
}
const sightings: Sighting[] = [];

/** Uploads in the order of time, and asks after each execution of main that shows a broken test. */
beforeAll(async () => {
  server = await makeOwnApp({ because: 'derives all rows of the database again' });
  server.setNow(END);
  const rows = new BrokenRows(commits);
  let unsettled = 0;
  for (const execution of reported) {
    for (const body of execution.bodies) await upload(server, body);
    const broken = rows.after(execution);
    unsettled++;
    if (broken.length === 0 && unsettled < UPLOADS_AT_ONCE) continue;
    await settle(server);
    unsettled = 0;
    if (broken.length > 0) sightings.push(...(await look(execution, broken)));
  }
  await settle(server);
}, 240_000);
afterAll(() => server?.close());

async function look(
  { truth }: ReportedExecution,
  broken: readonly BrokenRow[],
): Promise<Sighting[]> {
  const query = { ...WINDOW, project: truth.project, recent: '0' };
  const items = await itemsOf<TestSummary>(server, 'tests', query);
  return broken.map((row) => {
    const item = items.find(({ testId }) => testId === row.testId);
    return { ...row, said: verdictOn(item?.since ?? null, row) };
  });
}

function verdictOn(since: TestSummary['since'], { test, brokenBy }: BrokenRow): Sighting['said'] {
  if (since === null) return 'nothing';
  const { commit } = since.firstBad;
  if (commit === brokenBy) return 'the commit';
  const at = commits.atOf(brokenBy) ?? NaN;
  const from = since.lastGood === null ? -Infinity : (commits.atOf(since.lastGood.commit) ?? NaN);
  if (from < at && at <= (commits.atOf(commit) ?? NaN)) return 'a range with it';
  return commits.isBroken(test, commit) ? 'an earlier break' : 'something else';
}

/** After three failures in a row a test is broken, and the server has to say since when. */
const countsOf = (which: (sighting: Sighting) => boolean) => {
  const said = sightings.filter((one) => one.length >= 3 && which(one)).map((one) => one.said);
  const counts = Object.entries(Object.groupBy(said, (verdict) => verdict));
  return Object.fromEntries(counts.map(([verdict, list]) => [verdict, list.length]));
};

it('says since which commit a test is broken that never was before', () => {
  // Measured: 66 of 66.
  const { 'the commit': exact = 0, ...others } = countsOf(({ isFirst }) => isFirst);
  expect(exact).toBeGreaterThan(50);
  expect(others).toEqual({});
});

/**
 * A test that was fixed for less than three runs in between is one segment since its first break. That
 * break is the answer.
 */
it('says since when a test is broken again, or names an earlier break', () => {
  // Measured: 37 of 37.
  const counts = countsOf(({ isFirst }) => !isFirst);
  const {
    'the commit': exact = 0,
    'a range with it': within = 0,
    'an earlier break': earlier = 0,
    ...others
  } = counts;
  expect(others).toEqual({});
  expect((exact + within) / (exact + within + earlier)).toBeGreaterThan(0.9);
});

it('has the same rows when it derives them again from the results', async () => {
  const before = await derivedRows(server);
  await forgetDerivedRows(server);
  expect(await derivedRows(server)).not.toEqual(before);
  await rebuildRollUps(server.deps.database, () => {});
  expect(await derivedRows(server)).toEqual(before);
  expect(before['failing_results']?.length).toBeGreaterThan(400);
  expect(before['fingerprints']?.length).toBeGreaterThan(20);
  expect(before['test_states']?.length).toBeGreaterThan(5);
});
