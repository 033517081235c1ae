import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type AttendingApp,
  makeAttendingApp,
  makeFailure,
} from '../../../../test/scenes/attending.ts';
import { makeRun } from '../../../../test/history.ts';

let server: AttendingApp;
beforeAll(async () => {
  server = await makeAttendingApp();
});
afterAll(() => server.close());
beforeEach(() => server.startProject());

describe('tests that became flaky', () => {
  it('in the last 7 days are items, ordered by cost', async () => {
    await flake('long ago', 8 * 24, 90_000);
    await flake('cheap', 20, 1_000);
    await flake('dear', 30, 60_000);
    const found = await server.items();
    expect(found.map(({ title }) => title)).toEqual(['dear became flaky', 'cheap became flaky']);
    expect(found[0]).toEqual({
      kind: 'newly-flaky',
      title: 'dear became flaky',
      // (0.2 + 2) / (10.2 + 3) × 3 runs in 30 days a week × 60 s.
      detail: '2 flaky runs of 3 in 30 days, about 7.0 s lost a week. dear',
      project: server.project,
      branch: null,
      testIds: [expect.any(String)],
      tests: 1,
      executionId: null,
      executionNumber: null,
      fingerprint: expect.any(String),
      classification: null,
      sinceCommit: null,
      since: null,
      at: expect.any(String),
      recent: ['flaky', 'flaky', 'passed'],
    });
  });

  it('for one cause are one item, and none if the cause fails the default branch', async () => {
    await flake('a', 30, 1_000, 'connection reset');
    await flake('b', 20, 2_000, 'connection reset');
    await flake('c', 10, 3_000, 'no database');
    await server.runResults(1, [makeFailure('c', 'no database')]);
    expect(await server.titles()).toEqual([
      'failing: main fails: c',
      'newly-flaky: b and 1 more test became flaky',
    ]);
  });
});

describe('a project that became slower', () => {
  it('is an item with the file that grew most', async () => {
    await durations(36, [1]);
    await durations(20, [60, 90, 10], { 'src/a.test.ts': 20_000, 'src/b.test.ts': 840 });
    await durations(3, [75, 200, 70], { 'src/a.test.ts': 25_000, 'src/b.test.ts': 12_400 });
    const [item, ...others] = await server.items();
    expect(others).toEqual([]);
    expect(item).toMatchObject({
      kind: 'slower',
      title: `${server.project} became slower by 25 %`,
      detail:
        'Median of the last 7 days 1 m 15 s, of the 28 days before 1 m 00 s. ' +
        'src/b.test.ts grew most, from 840 ms to 12.4 s.',
      branch: null,
      testIds: [],
    });
  });

  it.each([
    [[100], [115], 1],
    [[100], [114.9], 0],
    [[60], [70], 1],
    [[60], [69.9], 0],
    [[], [100], 0],
    [[100], [], 0],
  ])('from %j s to %j s is %d items', async (before, recent, count) => {
    await durations(10, before);
    await durations(2, recent);
    expect(await server.items()).toHaveLength(count);
  });
});

/** A test that is flaky on two commits, so a known flake. Each flaky run wastes `ms`. */
async function flake(
  title: string,
  hoursAgo: number,
  lostMs: number,
  cause = title,
): Promise<void> {
  for (const hours of [hoursAgo + 2, hoursAgo + 1]) {
    await server.runResults(hours, [
      makeRun(title, 'r', {
        attempts: [
          { status: 'failed', durationMs: lostMs, errors: [{ message: `Error: ${cause}` }] },
          { status: 'passed', durationMs: 10 },
        ],
      }),
    ]);
  }
  await server.run(hoursAgo, { [title]: '.' });
}

async function durations(daysAgo: number, seconds: number[], files: Record<string, number> = {}) {
  for (const [index, one] of seconds.entries()) {
    await server.runResults(daysAgo * 24 + index, [makeRun('a', '.')], {
      execution: { durationMs: one * 1_000 },
      files: Object.entries(files).map(([file, durationMs]) => ({ file, durationMs })),
    });
  }
}
