import type { RunOutcome } from '@svc/reporter-core/report/run-outcome';
import type { CommandEnd } from './run-command.ts';
import type { ReportedCommand } from './reported-runs.ts';

// Vitest, Jest and Playwright exit with it when tests fail. Any other status has another cause.
const TESTS_FAILED = 1;

/**
 * Why a command that failed stays failed, whatever the gate says; undefined if the tests that it reported explain its
 * exit status, apart from an `describeUnseenCause`. Does not see a second program in the command that failed too, if no reporter of svc began in it: the help
 * says to run one test runner.
 */
export function explainRed(ended: ReportedCommand): string | undefined {
  return explainNotTests(ended) ?? explainNotAll(ended);
}

/** Why it is not failed tests that the command ended with, as far as its end shows. Needs no server. */
export function explainNotTests({ status, signal }: CommandEnd): string | undefined {
  if (signal !== undefined) return `${signal} ended the command`;
  if (status === TESTS_FAILED) return undefined;
  return `failed tests end with ${TESTS_FAILED}, so something else failed`;
}

function explainNotAll({ runs, blind }: ReportedCommand): string | undefined {
  if (blind !== undefined) return blind;
  if (runs.length === 0) return 'no svc reporter in the command has sent a run';
  if (runs.includes(undefined)) return 'a reporter in the command ended before its run was sent';
  const outcomes = runs.flatMap((run) => (run === undefined ? [] : [run.outcome]));
  const unsent = outcomes.find((outcome) => !outcome.ok);
  if (unsent?.ok === false) return `a reporter could not send its run: ${unsent.failure.message}`;
  if (!outcomes.some(hasFailed)) {
    return 'the command failed although no run that it reported failed';
  }
  return undefined;
}

/** Why the command may have failed beside its tests, as a reporter knows it: the gate's answer does not make it pass. */
export function describeUnseenCause({ runs }: ReportedCommand): string | undefined {
  const [cause] = runs.flatMap((run) => run?.unseenCauses ?? []);
  return cause === undefined ? undefined : `${cause} may have failed too, and svc cannot tell`;
}

function hasFailed(outcome: RunOutcome): boolean {
  return outcome.ok && outcome.status !== 'passed';
}
