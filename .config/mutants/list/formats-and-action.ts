import { vitest, type Mutant } from '../mutant.ts';

const FORMATS = 'packages/formats/src';
const TESTS = 'packages/formats/test';
const JUNIT = vitest(
  FORMATS,
  `${TESTS}/dialects`,
  `${TESTS}/more-dialects`,
  `${TESTS}/odd-reports`,
);
const ACTION = 'apps/action/src';

/** Faults in reading reports of other tools. */
export const FORMAT_MUTANTS: Mutant[] = [
  {
    name: 'a flaky test of Surefire fails, because its last attempt comes first',
    file: `${FORMATS}/junit/junit-attempts.ts`,
    find: 'const all = [...flaky.map(attempt), ...last];',
    replace: 'const all = [...last, ...flaky.map(attempt)];',
    tests: JUNIT,
  },
  {
    name: 'a duration with two thousands separators is lost',
    file: `${FORMATS}/durations.ts`,
    find: "Number(grouped ? text.replaceAll(',', '')",
    replace: "Number(grouped ? text.replace(',', '')",
    tests: JUNIT,
  },
  {
    name: 'a TAP test with TODO that fails is an error',
    file: `${FORMATS}/tap/tap-point.ts`,
    find: 'return !this.isOk && this.description.directive === undefined;',
    replace: 'return !this.isOk;',
    tests: vitest(`${TESTS}/reports/tap`),
  },
  {
    name: 'a Go package with a failed test has an error outside of its tests too',
    file: `${FORMATS}/go/go-package.ts`,
    find: '    this.#hasFailed = true;\n',
    replace: '',
    tests: vitest(`${TESTS}/reports/go`),
  },
  {
    name: 'a .NET test that timed out is reported as skipped',
    file: `${FORMATS}/dotnet/trx-result.ts`,
    find: 'const FAILED = /^(?:Failed|Error|Timeout|NotRunnable)$/i;',
    replace: 'const FAILED = /^(?:Failed|Error|NotRunnable)$/i;',
    tests: vitest(`${TESTS}/reports/dotnet`),
  },
];

/** Faults in the GitHub Action, and in sending the reports that it shares with the command line. */
export const ACTION_MUTANTS: Mutant[] = [
  {
    name: 'the action does not fail the step for a run that was cut off',
    file: `${ACTION}/verdict.ts`,
    find: "if (status === 'failed' || status === 'interrupted')\n",
    replace: "if (status === 'failed')\n",
    tests: vitest(ACTION),
  },
  {
    name: 'the gate of several executions is undecided although one of them fails',
    file: `${ACTION}/report/joined-gate.ts`,
    find: "const WORST_GATE = ['fail', 'undecided', 'pass'] as const;",
    replace: "const WORST_GATE = ['undecided', 'fail', 'pass'] as const;",
    tests: vitest(ACTION),
  },
  {
    name: 'jobs that comment at the same time delete the older comment and keep the newer',
    file: `${ACTION}/github/sticky-comment.ts`,
    find: '.toSorted((a, b) => a.id - b.id);',
    replace: '.toSorted((a, b) => b.id - a.id);',
    tests: vitest(ACTION, 'apps/action/test/sticky-comment'),
  },
  {
    name: 'an execution from a report begins with its first listed test, although another began earlier',
    file: 'packages/reports/src/reading/time-span.ts',
    find: 'startedAt: Math.min(at, span?.startedAt ?? at),',
    replace: 'startedAt: span?.startedAt ?? at,',
    tests: vitest('packages/reports', 'packages/cli/src/commands/upload'),
  },
];
