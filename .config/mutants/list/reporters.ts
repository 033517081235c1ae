import { vitest, type Mutant } from '../mutant.ts';

const CORE = 'packages/reporter-core/src';
const CORE_TESTS = vitest('packages/reporter-core');
// The command line sends saved runs, too.
const SENDING = vitest('packages/reporter-core', 'packages/cli/src/commands/upload');
const VITEST_TESTS = vitest('packages/vitest-reporter');

/** Faults in the reporters: sending, saved runs, secrets, what each framework reports. */
export const REPORTERS: Mutant[] = [
  {
    name: 'an upload that the rate limit refuses is not tried again',
    file: `${CORE}/upload/build-failure.ts`,
    find: 'return status === 429 || (status >= 500 && !LASTING_ERRORS.has(status));',
    replace: 'return status >= 500 && !LASTING_ERRORS.has(status);',
    tests: CORE_TESTS,
  },
  {
    name: 'a Retry-After that does not fit into the budget is cut short and tried anyway',
    file: `${CORE}/upload/retry/retry.ts`,
    find: 'if (longestMs <= 0 || (outcome.retryAfter !== null && delayMs > longestMs)) return outcome;',
    replace: 'if (longestMs <= 0) return outcome;',
    tests: SENDING,
  },
  {
    name: 'saved runs use up the last writes of a key that other jobs need',
    file: `${CORE}/spool/send-spool.ts`,
    find: 'isOver = outcome.ok ? isScarce(outcome.writesLeft) : isServerFailure(outcome.failure);',
    replace: 'isOver = !outcome.ok && isServerFailure(outcome.failure);',
    tests: CORE_TESTS,
  },
  {
    name: 'a saved run is deleted although some of its files have not been sent',
    file: `${CORE}/spool/upload-spool-file.ts`,
    find: '  if (artifacts.pending.length > 0) await claim.giveBack();\n  else await claim.remove();',
    replace: '  await claim.remove();',
    tests: SENDING,
  },
  {
    name: 'half of a secret that contains a shorter secret is sent',
    file: `${CORE}/redact/redact.ts`,
    find: '.sort((a, b) => b.value.length - a.value.length);',
    replace: '.sort((a, b) => a.value.length - b.value.length);',
    tests: CORE_TESTS,
  },
  {
    name: 'an execution looks complete although its last requests never arrived',
    file: `${CORE}/upload/ingest-requests.ts`,
    find: "return { ...execution, status: 'running' };",
    replace: 'return execution;',
    tests: CORE_TESTS,
  },
  {
    name: 'a Vitest test that timed out first and failed then is reported as timed out',
    file: 'packages/vitest-reporter/src/results/test-outcome.ts',
    find: 'attempts.findLast(({ status }) => isFailure(status));',
    replace: 'attempts.find(({ status }) => isFailure(status));',
    tests: VITEST_TESTS,
    survives: true,
  },
  {
    name: 'unhandled errors of a Vitest run are not reported',
    file: 'packages/vitest-reporter/src/run/execution-errors.ts',
    find: 'if (!vitest.config.dangerouslyIgnoreUnhandledErrors) {',
    replace: 'if (vitest.config.dangerouslyIgnoreUnhandledErrors) {',
    tests: VITEST_TESTS,
  },
  {
    name: 'a Jest test that timed out first and failed then is reported as timed out',
    file: 'packages/jest-reporter/src/results/test-outcome.ts',
    find: "attempts.at(-1)?.status === 'timedOut';",
    replace: "attempts[0]?.status === 'timedOut';",
    tests: vitest('packages/jest-reporter'),
    survives: true,
  },
  {
    name: 'a Playwright test that was to fail and passed has an attempt that passed',
    file: 'packages/playwright-reporter/src/results/test-outcome.ts',
    find: "return result.status === 'passed' ? 'failed' : result.status;",
    replace: 'return result.status;',
    tests: vitest('packages/playwright-reporter'),
  },
];
