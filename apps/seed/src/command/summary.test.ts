import { expect, it } from 'vitest';
import { generateHistory } from '../generate-history.ts';
import { formatProgressLine } from './progress.ts';
import { formatSummary } from './summary.ts';

it('lists what was stored, the truth about it, and what to run next', () => {
  const end = new Date('2026-11-20T12:00:00Z');
  const history = generateHistory({ seed: 1, results: 20_000, tests: 200, end });
  const made = { results: 20_117, duplicates: 0, seconds: 4.02 };
  expect(formatSummary(history, made).join('\n')).toMatchInlineSnapshot(`
    "20,117 results of 108 executions in 1 project, 2026-08-22 to 2026-11-20, in 4.0 s (5,004 results/s).
    Truth: 202 tests, 6 of them flaky; 14 regressions; 10 commits run twice; 1 outage.

    Flakiest tests, with their true rates:
      33.6 %  web  discount › splits over the limit
      15.2 %  web  label › saves over the limit
      12.4 %  web  list › shows after a reload
       4.5 %  web  token › hides the last entry  (no retries: detected only if a commit ran twice)
       1.4 %  web  address › keeps the last entry

    Look at it:
      svc executions --project web
      svc flaky --project web --from 90d
      svc trends --project web --from 90d
      svc attention --all-projects"
  `);
});

it('shows how far it is and how long it will take', () => {
  expect(formatProgressLine(25_000, 100_000, 5)).toMatchInlineSnapshot(
    `"████░░░░░░░░░░░░ 25 %  25,000 of about 100,000 results  5,000/s  15 s left"`,
  );
});
