import { expect, it } from 'vitest';
import { makeReport } from '../../test/make-report.ts';
import { sumTotals, type Report, type ReportedExecution } from '../report/report.ts';
import { formatHeadline } from './words.ts';

const FAILED = makeReport({ failures: 3, message: 'no' });
const PASSED = makeReport({ failures: 0, message: '' });

function withExecution(report: Report, change: Partial<ReportedExecution>): Report {
  const executions = report.executions.map((execution) => ({ ...execution, ...change }));
  return { ...report, executions };
}

function compared(regressions: number, newFailing: number): Report {
  const [execution] = FAILED.executions;
  if (execution === undefined) throw new Error('the sample has an execution');
  const { label, totals, durationMs } = execution;
  const comparison = {
    label,
    url: '',
    branch: 'main',
    note: null,
    status: 'passed' as const,
    totals,
    durationMs,
  };
  const none = {
    stillFailing: 0,
    otherErrors: 0,
    newlyFlaky: 0,
    improvements: 0,
    newTests: 0,
    removedTests: 0,
  };
  return withExecution(FAILED, {
    comparison: { ...comparison, ...none, notRun: 0, regressions, newFailing },
  });
}

it.each<[string, Report]>([
  ['❌ 3 of 4 tests failed, 1 flaky', FAILED],
  ['❌ 2 regressions, 1 new test fails, 3 of 4 tests failed, 1 flaky', compared(2, 1)],
  ['❌ 3 of 4 tests failed, none of them new, 1 flaky', compared(0, 0)],
  ['✅ 1 test passed, 1 flaky', withExecution(PASSED, { status: 'passed' })],
  ['❌ the run failed, 1 test passed, 1 flaky', PASSED],
  [
    '⚠️ the run was cut off, 1 test passed, 1 flaky',
    withExecution(PASSED, { status: 'interrupted' }),
  ],
  [
    '⏳ 1 test passed, 1 flaky, 2 parts missing',
    withExecution(PASSED, { status: 'running', shards: { expected: 4, received: 1, carried: 1 } }),
  ],
  [
    '⚠️ no test ran',
    withExecution(PASSED, {
      status: 'passed',
      totals: { ...sumTotals(PASSED), tests: 0, passed: 0, flaky: 0 },
    }),
  ],
  [
    '❌ 3 of 6 tests failed, 3 flaky',
    {
      ...FAILED,
      executions: [
        ...FAILED.executions,
        ...withExecution(compared(0, 0), { status: 'passed', totals: sumTotals(PASSED) })
          .executions,
        ...PASSED.executions.map((one) => ({ ...one, status: 'passed' as const })),
      ],
    },
  ],
  [
    '❌ 1 error outside of tests, no test ran',
    {
      ...withExecution(PASSED, {
        totals: {
          tests: 0,
          passed: 0,
          failed: 0,
          skipped: 0,
          flaky: 0,
          timedOut: 0,
          interrupted: 0,
        },
      }),
      outside: [{ file: 'cart.test.ts', error: { message: 'no such module' } }],
    },
  ],
])('says %s', (text, report) => {
  expect(formatHeadline(report)).toBe(text);
});
