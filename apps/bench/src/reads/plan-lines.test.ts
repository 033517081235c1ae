import { expect, it } from 'vitest';
import type { Plan } from './explain.ts';
import { formatPlanLines } from './plan-lines.ts';
import { questions } from './questions.ts';

it('shows the slowest two statements without what never ran', () => {
  expect(formatPlanLines('whoami', questions.whoami(), [3, 2, 1].map(makePlan)).join('\n'))
    .toMatchInlineSnapshot(`
    "whoami: GET /api/whoami
    SELECTs: 3, which read 60 pages in 6.0 ms together; the slowest:

      SELECT 3
      FROM results
        WHERE true

    Append  (actual rows=1)
      ->  Index Scan on results_2  (actual rows=1)
            Index Searches: 1
    Execution Time: 1.0 ms

      SELECT 2
      FROM results
        WHERE true

    Append  (actual rows=1)
      ->  Index Scan on results_2  (actual rows=1)
            Index Searches: 1
    Execution Time: 1.0 ms
    "
  `);
});

function makePlan(ms: number): Plan {
  return {
    sql: `\n       SELECT ${ms}\n       FROM results\n         WHERE true`,
    ms,
    pages: ms * 10,
    lines: [
      'Append  (actual rows=1)',
      '  ->  Index Scan on results_1  (never executed)',
      '        Index Searches: 0',
      '  ->  Index Scan on results_2  (actual rows=1)',
      '        Index Searches: 1',
      'Execution Time: 1.0 ms',
    ],
  };
}
