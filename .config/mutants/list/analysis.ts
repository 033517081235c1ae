import { vitest, type Mutant } from '../mutant.ts';

const SOURCE = 'packages/analysis/src';

/** Faults in the analysis: gate, flakiness, comparisons, classes, splits. */
export const ANALYSIS_MUTANTS: Mutant[] = [
  {
    name: 'an entry of the quarantine excuses at the moment at which it ends',
    file: `${SOURCE}/gate/excuse-failures.ts`,
    find: 'entries.filter((entry) => entry.expiresAt > now);',
    replace: 'entries.filter((entry) => entry.expiresAt >= now);',
    tests: vitest(`${SOURCE}/gate`),
  },
  {
    name: 'failures that the gate does not list do not block',
    file: `${SOURCE}/gate/judge-gate.ts`,
    find: 'blocking: failures - excused.length + always.length,',
    replace: 'blocking: unexcused.length + always.length,',
    tests: vitest(`${SOURCE}/gate`),
  },
  {
    name: 'exactly 20 % of failed tests are no mass failure',
    file: `${SOURCE}/gate/never-excused.ts`,
    find: 'facts.ran >= MASS_TESTS && failures >= MASS_SHARE * facts.ran',
    replace: 'facts.ran >= MASS_TESTS && failures > MASS_SHARE * facts.ran',
    tests: vitest(`${SOURCE}/gate`),
  },
  {
    name: 'a test is broken only after a fourth failure in a row',
    file: `${SOURCE}/flakiness/broken-since.ts`,
    find: 'if (row.length >= FAILURES_IN_A_ROW) since ??= row.from;',
    replace: 'if (row.length > FAILURES_IN_A_ROW) since ??= row.from;',
    tests: vitest(`${SOURCE}/flakiness`),
  },
  {
    name: 'a comparison calls a test newly flaky that was flaky before',
    file: `${SOURCE}/compare/compare-executions.ts`,
    find: "return head.flaky && !base.flaky ? 'newlyFlaky' : null;",
    replace: "return head.flaky ? 'newlyFlaky' : null;",
    tests: vitest(`${SOURCE}/compare`),
  },
  {
    name: 'a test is slower although the whole machine is as much slower',
    file: `${SOURCE}/compare/machine-change.ts`,
    find: 'if (!isEnough(Math.abs(changeMs)) || !isEnough(Math.abs(ownChangeMs))) return null;',
    replace: 'if (!isEnough(Math.abs(changeMs))) return null;',
    tests: vitest(`${SOURCE}/compare`),
  },
  {
    name: 'a failure of code that was just changed is called a known flake',
    file: `${SOURCE}/classify/known-flake.ts`,
    find: 'if (changed !== null || history?.isNewFingerprint === true) return false;',
    replace: 'if (changed !== null && history?.isNewFingerprint === true) return false;',
    tests: vitest(`${SOURCE}/classify`),
  },
  {
    name: 'a file without a known duration counts as a file that takes no time',
    file: `${SOURCE}/split/known-durations.ts`,
    find: 'durationMs: Math.max(1, durations.get(file) ?? otherMs) })),',
    replace: 'durationMs: Math.max(1, durations.get(file) ?? 1) })),',
    tests: vitest(`${SOURCE}/split`),
  },
  {
    name: 'a step that installs and then runs the tests counts as set-up',
    file: `${SOURCE}/log/set-up-step.ts`,
    find: 'commands.every((command) => SET_UP.some((pattern) => pattern.test(command)))',
    replace: 'commands.some((command) => SET_UP.some((pattern) => pattern.test(command)))',
    tests: vitest(`${SOURCE}/log`),
  },
];
