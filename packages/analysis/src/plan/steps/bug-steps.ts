import { shortenText } from '@svc/contract/zod-free/shorten-text';
import type { Frame } from '../../classify/frames.ts';
import {
  buildTestCommand,
  draftStep,
  pickTestPlace,
  type DraftStep,
  type PlannedFailure,
} from './draft-step.ts';

/** Reproduce, find the commit, fix the product, or take the change back. */
export function buildBugSteps(planned: PlannedFailure): DraftStep[] {
  const { read, verdict } = planned;
  const run = buildTestCommand(planned);
  const place = findFramePlace(read.frames.product);
  return [
    ...(verdict.needsHuman
      ? []
      : [
          draftStep({
            action: 'investigate',
            title: 'Reproduce it with the unchanged test',
            detail:
              'Expect the same error. If the test passes, the failure depends on more than the code.',
            ...pickTestPlace(planned),
            command: run,
          }),
        ]),
    ...buildBisectSteps(planned),
    draftStep({
      action: 'fix-product',
      title: place === null ? 'Fix the product' : `Fix the product at ${place.file}:${place.line}`,
      detail: describeFix(planned),
      ...place,
    }),
    draftStep({
      action: 'rollback',
      title: 'If the fix takes longer than the branch can wait, revert the change',
      detail: 'A revert is complete when the unchanged test passes.',
    }),
  ];
}

function buildBisectSteps(planned: PlannedFailure): DraftStep[] {
  const { lastGood: good, sinceCommit: bad } = planned.failure.history ?? {};
  if (bad === undefined) return [];
  if (good === undefined || !isCommit(good) || !isCommit(bad)) {
    return [
      draftStep({
        action: 'investigate',
        title: `Look at what changed before ${bad.slice(0, 12)}`,
        detail: 'Since this commit, every run of the test on the branch has failed.',
      }),
    ];
  }
  const bisect = `git bisect start ${bad} ${good}`;
  const run = buildTestCommand(planned, 'bisecting');
  return [
    draftStep({
      action: 'investigate',
      title: `Find the commit between ${good.slice(0, 7)} and ${bad.slice(0, 7)}`,
      detail: 'The test passed at the first and has failed since the second.',
      command: run === null ? bisect : `${bisect} && git bisect run ${run}`,
    }),
  ];
}

function isCommit(text: string): boolean {
  return /^[0-9a-f]{7,64}$/i.test(text);
}

function describeFix({ read: { values, frames } }: PlannedFailure): string {
  if (values !== null) {
    return `The test expects ${shortenLine(values.expected)}, and the product gives ${shortenLine(values.actual)}.`;
  }
  return frames.product === null
    ? 'Start from the error and from what changed.'
    : `The innermost frame of the product: ${shortenLine(frames.product.line)}`;
}

/** The place of a frame; null if its path is not in the repository. */
function findFramePlace(frame: Frame | null): { file: string; line: number } | null {
  if (frame === null || frame.lineNumber === null || frame.isGuess) return null;
  // A Java stack has packages and no folders.
  const isPath = !/^(?:\/|[A-Za-z]:)|\.(?:java|kt|scala|groovy)$/.test(frame.path);
  return isPath ? { file: frame.path, line: frame.lineNumber } : null;
}

function shortenLine(text: string): string {
  return shortenText(text, 120, { oneLine: true });
}
