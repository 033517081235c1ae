import { expect, it } from 'vitest';
import { planLines } from './plan-lines.ts';
import { questions } from './questions.ts';

it('shows the slowest two statements without what never ran', () => {
  const plan = (ms: number) => ({
    sql: `\n       SELECT ${ms}\n       FROM results\n         WHERE true`,
    ms,
    lines: [
      'Append  (actual rows=1)',
      '  ->  Index Scan on results_1  (never executed)',
      '        Index Searches: 0',
      '  ->  Index Scan on results_2  (actual rows=1)',
      '        Index Searches: 1',
      'Execution Time: 1.0 ms',
    ],
  });
  expect(planLines('whoami', questions.whoami(), [plan(3), plan(2), plan(1)]).join('\n'))
    .toMatchInlineSnapshot(`
    "whoami: GET /api/whoami
    SELECTs: 3, which take 6.0 ms together; the slowest:

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
