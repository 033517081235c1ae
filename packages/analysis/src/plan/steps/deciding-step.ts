import type { FailureKind } from '../../classify/failure.ts';
import {
  buildTestCommand,
  draftStep,
  pickTestPlace,
  type DraftStep,
  type PlannedFailure,
} from './draft-step.ts';

/** The first step if the verdict is not sure: it distinguishes the two likely classes. */
export function buildDecidingStep(planned: PlannedFailure): DraftStep {
  const { title, detail, isRun } = chooseQuestion(planned);
  return draftStep({
    action: 'investigate',
    title,
    detail: `The evidence is not conclusive. ${detail}`,
    ...pickTestPlace(planned),
    command: isRun ? buildTestCommand(planned) : null,
  });
}

interface Question {
  title: string;
  detail: string;
  /** Whether a run of the test answers it. */
  isRun: boolean;
}

function chooseQuestion({
  failure,
  verdict: { classification, runnerUp },
}: PlannedFailure): Question {
  const likely = new Set([classification, runnerUp.classification]);
  const what = WHAT_RUNS[failure.kind];
  const otherwise = likely.has('REAL_BUG')
    ? 'this is a real bug'
    : 'the test no longer fits the product';
  if (likely.has('KNOWN_FLAKE') && likely.has('INFRA')) {
    return {
      title: 'Check what else failed at that time: a flake fails alone',
      detail:
        'Other failures with the same error, or a slow or broken job, point to the infrastructure.',
      isRun: false,
    };
  }
  if (likely.has('KNOWN_FLAKE')) {
    return {
      title: `Run ${what} again on this commit: if it passes, this is a flake`,
      detail: `Run it three times. If it fails each time with this error, ${otherwise}.`,
      isRun: true,
    };
  }
  if (likely.has('INFRA')) {
    return {
      title: `Run ${what} on another machine: if it passes, the infrastructure failed`,
      detail: `If it fails there with this error, ${otherwise}.`,
      isRun: true,
    };
  }
  return {
    title: 'Find out whether the product changed on purpose: if not, this is a real bug',
    detail:
      'Read the error and the change at hand. If the product should work as it does now, the test no longer fits it.',
    isRun: true,
  };
}

const WHAT_RUNS: Record<FailureKind, string> = {
  test: 'the test',
  file: 'the file',
  run: 'the failed job',
};
