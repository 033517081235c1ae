import {
  buildTestCommand,
  draftStep,
  pickTestPlace,
  type DraftStep,
  type PlannedFailure,
} from './draft-step.ts';

/** Quarantines end by themselves, so that they are not forgotten. */
const QUARANTINE_DAYS = 14;

/** Run it once more, keep it from blocking others where that is safe, and look for the cause. */
export function buildFlakeSteps(planned: PlannedFailure): DraftStep[] {
  return [
    draftStep({
      action: 'retry',
      title: 'Run the failed CI job once more',
      detail:
        'Run it once, not until it passes. A failure with this fingerprint in every attempt is not a flake.',
    }),
    ...buildQuarantineSteps(planned),
    draftStep({
      action: 'investigate',
      title: 'Find what the result depends on',
      detail: [
        'Run it often: the command stops at the first failure. Then run it in another order, with one worker, and on a slow machine.',
        planned.verdict.evidence.some(({ kind }) => kind === 'flake.port')
          ? 'Let each test ask the system for a free port (port 0).'
          : 'Wait for the state that the test needs, not for a fixed time.',
      ].join(' '),
      ...pickTestPlace(planned),
      command: buildTestCommand(planned, 'repeatedly'),
    }),
  ];
}

/** None without a proof that the failure goes away by itself: a quarantine could hide a bug. */
function buildQuarantineSteps(planned: PlannedFailure): DraftStep[] {
  const proof = findProof(planned);
  if (proof === null) return [];
  const { fingerprint } = planned.failure;
  return [
    draftStep({
      action: 'quarantine',
      title: `Quarantine this failure for ${QUARANTINE_DAYS} days`,
      detail: `Add a quarantine entry for the fingerprint ${fingerprint} of this test, which ends after ${QUARANTINE_DAYS} days. This is safe because ${proof}. The test keeps running, and failures with other fingerprints still block.`,
      ...pickTestPlace(planned),
    }),
  ];
}

function findProof({ failure: { history, retryPassed } }: PlannedFailure): string | null {
  const flaky = history?.fingerprintFlakyRuns ?? 0;
  if (flaky > 0)
    return `this failure went away by itself ${flaky === 1 ? 'once' : `${flaky} times`} before`;
  return retryPassed === true || history?.passAndFailSameCommit === true
    ? 'the same code also passed'
    : null;
}
