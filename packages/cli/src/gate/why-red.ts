import type { RunOutcome } from '@svc/reporter-core/session/run-outcome';
import type { ReportedCommand } from './reported-runs.ts';

// Vitest, Jest and Playwright exit with it when tests fail. Any other status has another cause.
const TESTS_FAILED = 1;

/**
 * Why a command that failed stays failed, whatever the gate says; undefined if only the tests that it reported can have
 * caused its exit status.
 */
export function whyRed({ status, signal, outcomes }: ReportedCommand): string | undefined {
  if (signal !== undefined) return `${signal} ended the command`;
  if (status !== TESTS_FAILED) {
    return `failed tests end with ${TESTS_FAILED}, so something else failed`;
  }
  if (outcomes.length === 0) return 'no svc reporter in the command has sent a run';
  const unsent = outcomes.find((outcome) => !outcome.ok);
  if (unsent?.ok === false) return `a reporter could not send its run: ${unsent.failure.message}`;
  if (!outcomes.some(hasFailed)) {
    return 'the command failed although no run that it reported failed';
  }
  return undefined;
}

function hasFailed(outcome: RunOutcome): boolean {
  return outcome.ok && outcome.status !== 'passed';
}
