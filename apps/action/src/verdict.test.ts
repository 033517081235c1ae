import { expect, it } from 'vitest';
import { makeReport } from '../test/make-report.ts';
import type { ComparedWith, Report, ReportedExecution } from './report/report.ts';
import { decide } from './verdict.ts';

const [SAMPLE] = makeReport({ failures: 0, message: '' }).executions;

function execution(change: Partial<ReportedExecution> = {}, failed = 0): ReportedExecution {
  if (SAMPLE === undefined) throw new Error('the sample has an execution');
  return { ...SAMPLE, totals: { ...SAMPLE.totals, failed }, ...change };
}

function base(change: Partial<ComparedWith> = {}): ComparedWith {
  const { label, totals, durationMs } = execution();
  return {
    label,
    url: '',
    branch: 'main',
    note: null,
    status: 'passed',
    totals,
    durationMs,
    regressions: 0,
    newFailing: 0,
    stillFailing: 0,
    otherErrors: 0,
    newlyFlaky: 0,
    improvements: 0,
    newTests: 0,
    removedTests: 0,
    notRun: 0,
    ...change,
  };
}

function reportOf(...executions: ReportedExecution[]): Report {
  return { ...makeReport({ failures: 0, message: '' }), executions };
}

const BROKEN = 'shop #1 broke outside of its tests, and passed on main';
const NO_BASE = 'there is nothing to compare with';
const STILL_BROKEN = 'the run broke outside of its tests, and the base did not pass either';

it.each<[string, Report, Partial<Record<'regressions' | 'new-failures' | 'failures', string>>]>([
  ['a pass', reportOf(execution({ status: 'passed' })), {}],
  [
    'a new test that fails',
    reportOf(execution({ comparison: base({ newFailing: 1 }) }, 1)),
    { 'new-failures': '1 new failure', failures: '1 test failed' },
  ],
  [
    'failures that the base has, too',
    reportOf(execution({ comparison: base({ status: 'failed', stillFailing: 2 }) }, 2)),
    { failures: '2 tests failed' },
  ],
  [
    'a file that no longer loads',
    reportOf(execution({ outside: 1, comparison: base({ notRun: 9 }) })),
    { regressions: BROKEN, 'new-failures': BROKEN, failures: 'the run failed' },
  ],
  [
    'a run that was cut off',
    reportOf(execution({ status: 'interrupted', comparison: base() })),
    { regressions: BROKEN, 'new-failures': BROKEN, failures: 'the run was cut off' },
  ],
  [
    'a file that the base may not load either',
    reportOf(execution({ outside: 1, comparison: base({ status: 'failed' }) })),
    {
      regressions: `? ${STILL_BROKEN}`,
      'new-failures': `? ${STILL_BROKEN}`,
      failures: 'the run failed',
    },
  ],
  [
    'failures of an execution without a base beside one with a base',
    reportOf(execution({ status: 'passed', comparison: base() }), execution({}, 3)),
    { regressions: `? ${NO_BASE}`, 'new-failures': `? ${NO_BASE}`, failures: '3 tests failed' },
  ],
  [
    'parts that are missing',
    reportOf(execution({ status: 'running' })),
    {
      regressions: '? parts are missing',
      'new-failures': '? parts are missing',
      failures: '? parts are missing',
    },
  ],
])('decides %s', (_, report, expected) => {
  const questions = ['regressions', 'new-failures', 'failures'] as const;
  const answers = questions.flatMap((question): [string, string][] => {
    const { failure, unknown } = decide(report, { failOn: question, lacks: undefined });
    if (failure !== undefined) return [[question, failure]];
    const why = unknown?.replace(`fail-on: ${question} cannot be decided, because`, '?');
    return why === undefined ? [] : [[question, why]];
  });
  expect(Object.fromEntries(answers)).toEqual(expected);
  expect(decide(report, { failOn: 'never', lacks: 'not everything was sent' })).toEqual({});
});

it('does not know whether a run passes whose other results were not sent', () => {
  const asked = { failOn: 'failures', lacks: 'not everything was sent' } as const;
  expect(decide(reportOf(execution({ status: 'passed' })), asked).unknown).toMatch(
    /because not everything was sent$/,
  );
  expect(decide(reportOf(execution({}, 1)), asked)).toEqual({ failure: '1 test failed' });
});

it('calls what blocks a failure only if all of it are failures', () => {
  const gate = { verdict: 'fail' as const, why: [], excused: 30, expiring: [] };
  const words = [
    { blocking: 15, others: 0 },
    { blocking: 1, others: 1 },
  ].map((counts) => {
    const report = { ...makeReport({ failures: 0, message: '' }), gate: { ...gate, ...counts } };
    return decide(report, { failOn: 'gate', lacks: undefined }).failure;
  });
  expect(words).toEqual(['the gate fails, 15 failures block', 'the gate fails, 1 problem blocks']);
});
