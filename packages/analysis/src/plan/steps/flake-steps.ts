import type { PlannedFailure } from '../action-plan.ts';
import { commandFor, draftStep, testPlace, type DraftStep } from './draft-step.ts';

/** Quarantines end by themselves, so that nobody forgets them. */
const QUARANTINE_DAYS = 14;

/** Run it once more, keep it from blocking others, and look for the cause. */
export function flakeSteps(planned: PlannedFailure): DraftStep[] {
  return [
    draftStep({
      action: 'retry',
      title: 'Run the failed job once more',
      detail:
        'Once, not until it passes. If it fails again with this fingerprint on each attempt, it is no flake.',
    }),
    draftStep({
      action: 'quarantine',
      title: `Quarantine this fingerprint of the test for ${QUARANTINE_DAYS} days`,
      detail: `${whySafe(planned)} The test keeps running, and a failure with another fingerprint still blocks.`,
      ...testPlace(planned),
    }),
    draftStep({
      action: 'investigate',
      title: 'Find what the result depends on',
      detail:
        'Run it often: the command stops at the first failure. Then run it in another order, with one worker, and on a slow machine. Wait for the state that the test needs, not for time.',
      ...testPlace(planned),
      command: commandFor(planned, 'repeatedly'),
    }),
  ];
}

function whySafe({ failure: { history, retryPassed } }: PlannedFailure): string {
  const flaky = history?.fingerprintFlakyRuns ?? 0;
  if (flaky > 0)
    return `Safe, because this very failure went away by itself ${flaky === 1 ? 'once' : `${flaky} times`} before.`;
  if (retryPassed === true || history?.passAndFailSameCommit === true) {
    return 'Safe, because the same code also passed.';
  }
  return 'Only if the job passes when it runs again on the same commit.';
}
