import { expect, it } from 'vitest';
import type { Asker } from './asker.ts';
import { idOf } from './uploads.ts';

const WINDOW = { from: '2026-10-19', to: '2026-11-02', project: 'shop' };
const SHOP = {
  project: 'shop',
  variant: null,
  framework: 'vitest',
  owner: null,
  tags: [],
  firstSeenAt: '2026-10-05T00:00:00.000Z',
  lastSeenAt: '2026-11-01T06:30:00.000Z',
  since: null,
};
const ran = (executionId: string, commit: string, at: string, outcome: string) => ({
  executionId,
  commit,
  at: `2026-${at}:00.000Z`,
  outcome,
});

/** Tests and their histories, worked out by hand. */
export function holdTests(ask: () => Asker): void {
  it('lists the tests of the shop by file and title', async () => {
    const tests = await ask().tests({ ...WINDOW, recent: '3' });
    const passedLately = [
      ran('p11', 'r02', '10-31T12:00', 'passed'),
      ran('s24', 'm23', '11-01T05:30', 'passed'),
      ran('s25', 'm24', '11-01T06:30', 'passed'),
    ];
    const cart = { ...SHOP, file: 'src/cart.test.ts', lastStatus: 'passed', recent: passedLately };
    const search = { ...cart, file: 'src/search.test.ts' };
    const pay = { ...cart, file: 'src/pay.test.ts' };
    expect(tests).toMatchObject([
      // As among the flaky tests.
      {
        ...cart,
        testId: idOf('adds'),
        title: 'adds',
        titlePath: ['adds'],
        runs: 23,
        failures: 1,
        flakyRuns: 2,
        averageDurationMs: 12,
      },
      {
        ...cart,
        testId: idOf('removes'),
        runs: 23,
        failures: 3,
        flakyRuns: 1,
        averageDurationMs: 20,
      },
      {
        ...pay,
        testId: idOf('pays'),
        lastStatus: 'failed',
        runs: 24,
        failures: 6,
        flakyRuns: 0,
        averageDurationMs: 100,
        recent: passedLately.map((run) => ({ ...run, outcome: 'failed' })),
        // On main 22 good runs, the last of them p8, then 5 bad ones, s26 after the window among them:
        // a gain of 12.44 over ln 10⁴ = 9.21.
        since: {
          kind: 'failing',
          lastGood: { executionId: 'p8', commit: 'm20', at: '2026-10-27T10:00:00.000Z' },
          firstBad: { executionId: 's22', commit: 'm21', at: '2026-10-29T09:00:00.000Z' },
        },
      },
      {
        ...pay,
        testId: idOf('refunds'),
        runs: 22,
        failures: 1,
        flakyRuns: 1,
        averageDurationMs: 200,
      },
      {
        ...search,
        testId: idOf('finds'),
        runs: 20,
        failures: 2,
        flakyRuns: 1,
        averageDurationMs: 43,
      },
      // 12 runs: 11 × 30 + 150 = 480. Skipped where it did not run.
      {
        ...search,
        testId: idOf('sorts'),
        runs: 12,
        failures: 0,
        flakyRuns: 0,
        averageDurationMs: 40,
      },
    ]);
  });

  it('shows outcomes of a branch that has no change point', async () => {
    const [test, ...others] = await ask().tests({
      ...WINDOW,
      branch: 'fix/rounding',
      file: 'src/pay.test.ts',
      search: 'PAYS',
    });
    expect(others).toEqual([]);
    expect(test).toMatchObject({
      title: 'pays',
      lastSeenAt: '2026-10-31T12:00:00.000Z',
      runs: 3,
      failures: 2,
      recent: [
        ran('p9', 'r01', '10-28T09:00', 'passed'),
        ran('p10', 'r02', '10-30T12:00', 'failed'),
        ran('p11', 'r02', '10-31T12:00', 'failed'),
      ],
    });
    // The two failures of the branch, from p10 on, are not its own: main had failed since s22.
    expect(test?.since).toMatchObject({
      kind: 'failing',
      lastGood: { executionId: 'p8', commit: 'm20', at: '2026-10-27T10:00:00.000Z' },
      firstBad: { executionId: 's22', commit: 'm21', at: '2026-10-29T09:00:00.000Z' },
      goodAgain: null,
    });
  });

  it('shows skipped and interrupted runs in the strip, and the worse result of two shards', async () => {
    const [test] = await ask().tests({ ...WINDOW, search: 'refunds', recent: '50' });
    // Not in p9: 23 runs; s21 was interrupted.
    expect(test?.recent.length).toBe(23);
    expect(test?.recent.filter(({ outcome }) => outcome !== 'passed')).toEqual([
      ran('p2', 'f02', '10-21T12:00', 'failed'),
      ran('s21', 'm20', '10-27T09:00', 'interrupted'),
    ]);
    const [login] = await ask().tests({
      ...WINDOW,
      project: 'web',
      file: 'e2e/login.spec.ts',
      recent: '50',
    });
    const outcomes = await ask().tests({ ...WINDOW, project: 'web', search: 'logs in' });
    const chromium = outcomes.find(({ variant }) => variant === 'chromium');
    expect(login?.title).toBe('logs in');
    // w1, w2, w3, w5, w4, w6, w7, w8.
    expect(chromium?.recent.map(({ outcome }) => outcome)).toEqual([
      'passed',
      'skipped',
      'flaky',
      'passed',
      'passed',
      'passed',
      'failed',
      'passed',
    ]);
  });

  it('returns the durations and the history of one test', async () => {
    const { durations, history } = await ask().test(idOf('refunds'), WINDOW);
    // 22 counted runs: 6 of 100, 10 of 200, 6 of 300; 0.95 × 21 = 19.95 lies among the last.
    expect(durations).toMatchObject({ p50Ms: 200, p95Ms: 300 });
    expect(durations.points.length).toBe(22);
    expect(durations.points[0]).toEqual({
      executionId: 's13',
      at: '2026-10-19T00:00:00.000Z',
      durationMs: 100,
      status: 'passed',
    });
    expect(history.length).toBe(23);
    expect(history.slice(0, 2)).toMatchObject([
      {
        executionId: 's25',
        commit: 'm24',
        branch: 'main',
        environment: 'ci',
        status: 'passed',
        flaky: false,
        durationMs: 300,
      },
      {
        executionId: 's24',
        commit: 'm23',
        branch: 'main',
        environment: 'ci',
        status: 'passed',
        flaky: false,
        durationMs: 100,
      },
    ]);
  });
}
