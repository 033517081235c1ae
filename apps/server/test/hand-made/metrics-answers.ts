import { expect, it } from 'vitest';
import type { Asker } from './asker.ts';

const WINDOW = { from: '2026-10-19', to: '2026-11-02' };
const NOTHING = {
  executions: { total: 0, passed: 0, failed: 0, interrupted: 0, passRate: null },
  results: {
    total: 0,
    passed: 0,
    failed: 0,
    skipped: 0,
    flaky: 0,
    passRate: null,
    flakyRate: null,
  },
  failures: { executions: 0, results: 0, distinctTests: 0 },
  duration: {
    executionAverageMs: null,
    executionP50Ms: null,
    executionP95Ms: null,
    resultAverageMs: null,
    totalMs: 0,
  },
};
const PERIOD = { from: '2026-10-19T00:00:00.000Z', to: '2026-11-02T00:00:00.000Z' };
const PERIOD_BEFORE = { from: '2026-10-05T00:00:00.000Z', to: '2026-10-19T00:00:00.000Z' };

/** Figures of periods, worked out by hand. */
export function holdMetrics(ask: () => Asker): void {
  it('counts and times two weeks of the shop, and the two before', async () => {
    expect(await ask().metrics({ ...WINDOW, project: 'shop' })).toEqual({
      period: PERIOD,
      source: 'all',
      localProjects: ['shop'],
      // s13 to s25 are 13, p1 to p11 are 11. Passed: s13 s14 p1 p3 s16 p4 p6 s17 s18 s19 p7; cut off:
      // s21; short of a shard: p9; the other 11 failed, s15 for its broken file.
      executions: { total: 24, passed: 11, failed: 11, interrupted: 1, passRate: 0.5 },
      // Counted results, by column: adds 23 (not p4), removes 23, pays 24, refunds 22 (not p9, and s21 was
      // cut off), finds 20 (not s15 p4 s21 p9), sorts 12: 124. Skipped: sorts in s13 s14 p1 p2 p3 s16 p5 p6
      // and adds once more in s14: 9. Interrupted: 1.
      // Failed: refunds p2; adds, removes, finds p5; removes s20 p8; pays s22 to s25, p10, p11; finds p10.
      results: {
        total: 124 + 9 + 1,
        passed: 124 - 13,
        failed: 13,
        skipped: 9,
        flaky: 2,
        passRate: 111 / 124,
        flakyRate: 2 / 124,
      },
      failures: { executions: 11, results: 13, distinctTests: 5 },
      duration: {
        // In seconds: 60 70 50 40 55 45 60 10 20 20 61 62 63 64 65 30 90 66 67 58 57 68 69, which is 1250
        // over 23 executions; s14 from its first shard's start to its last one's end: 20 + 50.
        executionAverageMs: 54_348,
        // Sorted: 10 20 20 30 40 45 50 55 57 58 60 60 ..., the 12th of 23.
        executionP50Ms: 60_000,
        // 0.95 × 22 = 20.9: between 69 (the 21st) and 70 (the 22nd).
        executionP95Ms: 69_900,
        // adds 22 × 10 + 56, removes 23 × 20, pays 24 × 100, refunds 6 × 100 + 10 × 200 + 6 × 300,
        // finds 19 × 40 + 90, sorts 11 × 30 + 150: 276 + 460 + 2400 + 4400 + 850 + 480 = 8866; / 124 = 71.5.
        resultAverageMs: 72,
        totalMs: 1_250_000,
      },
      previous: {
        period: PERIOD_BEFORE,
        // s01 to s12. Failed: s01 s02 s04 s06 s07.
        executions: { total: 12, passed: 7, failed: 5, interrupted: 0, passRate: 7 / 12 },
        results: {
          total: 72,
          passed: 55,
          failed: 5,
          skipped: 12,
          flaky: 1,
          passRate: 55 / 60,
          flakyRate: 1 / 60,
        },
        failures: { executions: 5, results: 5, distinctTests: 1 },
        duration: {
          // 60 s but for s02 62, s03 64 and s06 66: 732 / 12.
          executionAverageMs: 61_000,
          executionP50Ms: 60_000,
          // 0.95 × 11 = 10.45: between 64 and 66.
          executionP95Ms: 64_900,
          // adds 12 × 10, removes 12 × 20, pays 12 × 100, refunds 5 × 100 + 200 + 6 × 300,
          // finds 11 × 40 + 5000: 120 + 240 + 1200 + 2500 + 5440 = 9500; / 60 = 158.3.
          resultAverageMs: 158,
          totalMs: 732_000,
        },
      },
    });
  });

  it('counts an outage like any failure, and a test in two shards twice', async () => {
    expect(await ask().metrics({ ...WINDOW, framework: 'playwright' })).toEqual({
      period: PERIOD,
      source: 'all',
      localProjects: ['shop', 'web'],
      executions: { total: 8, passed: 5, failed: 3, interrupted: 0, passRate: 5 / 8 },
      // 8 × 20 and a login more in w7. Failed: 16 in w3, 15 in w4, 1 in w7.
      results: {
        total: 161,
        passed: 128,
        failed: 32,
        skipped: 1,
        flaky: 2,
        passRate: 0.8,
        flakyRate: 2 / 160,
      },
      // Pages 1 to 16, and the login in Chromium.
      failures: { executions: 3, results: 32, distinctTests: 17 },
      duration: {
        // 120 120 300 120 180 120 90 120: 1170 s / 8; w7 from 10:00:00 to 10:01:30.
        executionAverageMs: 146_250,
        executionP50Ms: 120_000,
        // 0.95 × 7 = 6.65: between 180 and 300.
        executionP95Ms: 258_000,
        // 16 logins of 1000 (7 + 1 in Chromium, 8 in Firefox) and 144 pages of 500: 88000 / 160.
        resultAverageMs: 550,
        totalMs: 1_170_000,
      },
      previous: { period: PERIOD_BEFORE, ...NOTHING },
    });
  });

  it('filters by branch and by environment', async () => {
    const onBranch = await ask().metrics({ ...WINDOW, branch: 'feat/coupons' });
    // p1 to p6: failed are p2 and p5. Failures: one and three.
    expect(onBranch.executions).toEqual({
      total: 6,
      passed: 4,
      failed: 2,
      interrupted: 0,
      passRate: 4 / 6,
    });
    // Six results each but two in p4: 32; sorts is skipped in p1 p2 p3 p5 p6.
    expect(onBranch.results).toMatchObject({
      total: 32,
      skipped: 5,
      failed: 4,
      passed: 23,
      flaky: 1,
    });
    const local = await ask().metrics({ ...WINDOW, environment: 'local' });
    // p5 and p6.
    expect(local.executions).toMatchObject({ total: 2, passed: 1, failed: 1 });
    expect(local.duration).toMatchObject({ executionAverageMs: 20_000, totalMs: 40_000 });
    // Nothing ran locally in the two weeks before.
    expect(local.previous).toEqual({ period: PERIOD_BEFORE, ...NOTHING });
  });

  it('begins the window with its first millisecond, and ends it before its last', async () => {
    const window = {
      from: '2026-10-18T23:59:59.999Z',
      to: '2026-10-19T00:00:00Z',
      project: 'shop',
    };
    // Only s12 began within it; the millisecond before is empty.
    const metrics = await ask().metrics(window);
    expect(metrics.executions.total).toBe(1);
    expect(metrics.previous).toEqual({
      period: { from: '2026-10-18T23:59:59.998Z', to: '2026-10-18T23:59:59.999Z' },
      ...NOTHING,
    });
  });
}
