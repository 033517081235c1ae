import { expect, it } from 'vitest';
import type { Asker } from './asker.ts';
import { MESSAGES } from './tables.ts';
import { idOf } from './uploads.ts';

const NOTHING = {
  regressions: 0,
  improvements: 0,
  stillFailing: 0,
  newTests: 0,
  newFailing: 0,
  removedTests: 0,
  notRun: 0,
  newlyFlaky: 0,
  slower: 0,
  faster: 0,
};
const side = (status: string, durationMs: number, flaky = false) => ({ status, flaky, durationMs });

/** Comparisons of executions, worked out by hand. */
export function holdCompare(ask: () => Asker): void {
  it('finds what broke, what was fixed and what became slow on main', async () => {
    const comparison = await ask().compare({ base: 's20', head: 's25' });
    expect(comparison).toMatchObject({
      base: 's20',
      head: 's25',
      summary: {
        ...NOTHING,
        regressions: 1,
        improvements: 1,
        slower: 1,
        // 69 s after 64 s.
        durationDeltaMs: 5_000,
        durationDeltaRate: 5 / 64,
      },
      regressions: [
        {
          testId: idOf('pays'),
          base: side('passed', 100),
          head: side('failed', 100),
          error: { message: MESSAGES['pays'] },
          retries: 1,
        },
      ],
      improvements: [
        {
          testId: idOf('removes'),
          base: side('failed', 20),
          head: side('passed', 20),
          error: null,
        },
      ],
      performance: {
        // 40 ms in each of the 11 runs on main that passed before: 90 is no noise, and just 50 more.
        slower: [{ testId: idOf('finds'), durationDeltaMs: 50, durationDeltaRate: 1.25 }],
        faster: [],
      },
    });
    const stricter = { base: 's20', head: 's25', minDurationMs: '51' };
    expect((await ask().compare(stricter)).summary.slower).toBe(0);
    const bolder = { base: 's20', head: 's25', durationThreshold: '1.26' };
    expect((await ask().compare(bolder)).summary.slower).toBe(0);
  });

  it('treats usual durations and outcomes of a test as noise', async () => {
    const comparison = await ask().compare({ base: 's19', head: 's20' });
    // refunds went from 100 to 300, as it does on main every other time. sorts passed there but twice before.
    expect(comparison).toMatchObject({
      summary: { ...NOTHING, regressions: 1, faster: 1, durationDeltaMs: 1_000 },
      regressions: [{ testId: idOf('removes') }],
      performance: {
        faster: [{ testId: idOf('sorts'), durationDeltaMs: -120, durationDeltaRate: -0.8 }],
      },
    });
  });

  it('knows new tests, those that fail, and removed ones', async () => {
    const comparison = await ask().compare({ base: 's25', head: 's26' });
    // finds went from 90 back to 40, its usual 40: nothing to report.
    expect(comparison).toMatchObject({
      summary: { ...NOTHING, stillFailing: 1, newTests: 1, newFailing: 1, removedTests: 1 },
      stillFailing: [{ testId: idOf('pays'), head: side('failed', 100), retries: 0 }],
      newTests: [
        {
          testId: idOf('exports'),
          base: null,
          head: side('failed', 25),
          error: { message: MESSAGES['exports'] },
        },
      ],
      removedTests: [{ testId: idOf('sorts'), base: side('passed', 30), head: null }],
    });
  });

  it.each([
    // src/search.test.ts failed to load.
    { base: 's13', head: 's15', reason: 'file', notRun: ['finds', 'sorts'], improvements: 0 },
    // Only two tests were asked for.
    {
      base: 'p3',
      head: 'p4',
      reason: 'partial',
      notRun: ['adds', 'removes', 'finds', 'sorts'],
      improvements: 0,
    },
    // Cut off while refunds ran.
    {
      base: 's20',
      head: 's21',
      reason: 'interrupted',
      notRun: ['refunds', 'finds', 'sorts'],
      improvements: 1,
    },
  ])('removes no test when $head did not run all of $base ($reason)', async (example) => {
    const { base, head, reason, notRun, improvements } = example;
    const comparison = await ask().compare({ base, head });
    expect(comparison.summary).toMatchObject({ ...NOTHING, notRun: notRun.length, improvements });
    expect(new Map(comparison.notRun.map((test) => [test.testId, test.reason]))).toEqual(
      new Map(notRun.map((title) => [idOf(title), reason])),
    );
  });

  it('does not report a test as new that only the base did not run', async () => {
    // p4 ran two of six tests; p1 to p3 on its branch knew all of them.
    const comparison = await ask().compare({ base: 'p4', head: 'p6' });
    expect(comparison.summary).toMatchObject(NOTHING);
  });

  it('distinguishes newly flaky tests from regressions', async () => {
    const comparison = await ask().compare({ base: 'p1', head: 'p2' });
    // adds went from 56 to 10, which is less than 50 apart.
    expect(comparison).toMatchObject({
      summary: {
        ...NOTHING,
        regressions: 1,
        newlyFlaky: 1,
        durationDeltaMs: 5_000,
        durationDeltaRate: 0.1,
      },
      newlyFlaky: [
        {
          testId: idOf('adds'),
          base: side('passed', 56),
          head: side('passed', 10, true),
          retries: 1,
        },
      ],
      regressions: [{ testId: idOf('refunds') }],
    });
  });

  it('uses the worst result of a test that ran in two shards', async () => {
    const comparison = await ask().compare({ base: 'w4', head: 'w7' });
    expect(comparison).toMatchObject({
      summary: {
        ...NOTHING,
        regressions: 1,
        improvements: 15,
        // 90 s after 180 s.
        durationDeltaMs: -90_000,
        durationDeltaRate: -0.5,
      },
      regressions: [{ testId: idOf('logs in/chromium'), head: side('failed', 1_000) }],
    });
  });

  it('looks up the newest finished execution of a branch, and of the base that before it', async () => {
    const comparison = await ask().compare({
      base: 'branch:main',
      head: 'branch:fix/rounding',
      project: 'shop',
    });
    // p11 of the 31st is the newest of fix/rounding. main's newest before it is s23 of the 30th, its newest of all s26.
    expect(comparison).toMatchObject({
      base: 's23',
      head: 'p11',
      summary: { ...NOTHING, stillFailing: 1 },
    });
  });
}
