import type { PlannedFailure } from '../action-plan.ts';
import { commandFor, draftStep, testPlace, type DraftStep } from './draft-step.ts';

/** Reproduce, find the commit, fix the product, or take the change back. */
export function bugSteps(planned: PlannedFailure): DraftStep[] {
  const { read, verdict } = planned;
  const run = commandFor(planned);
  const place = placeOf(read.frames.product?.line);
  return [
    ...(verdict.needsHuman
      ? []
      : [
          draftStep({
            action: 'investigate',
            title: 'Reproduce it with the unchanged test',
            detail:
              'Expect the same error. If the test passes, the failure depends on more than the code.',
            ...testPlace(planned),
            command: run,
          }),
        ]),
    ...bisectSteps(planned),
    draftStep({
      action: 'fix-product',
      title: place === null ? 'Fix the product' : `Fix the product at ${place.file}:${place.line}`,
      detail: fixDetail(planned),
      ...place,
    }),
    draftStep({
      action: 'rollback',
      title: 'If the fix takes longer than the branch can wait, revert the change',
      detail: 'A revert is complete when the unchanged test passes.',
    }),
  ];
}

function bisectSteps(planned: PlannedFailure): DraftStep[] {
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
  const run = commandFor(planned, 'bisecting');
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

function fixDetail({ read: { values, frames } }: PlannedFailure): string {
  if (values !== null) {
    return `The test expects ${shortened(values.expected)}, and the product gives ${shortened(values.actual)}.`;
  }
  return frames.product === null
    ? 'Start from the error and from what changed.'
    : `The innermost frame of the product: ${shortened(frames.product.line)}`;
}

/** `at applyDiscount (src/cart.ts:41:9)` and `File "cart.py", line 41`. */
function placeOf(frame: string | undefined): { file: string; line: number } | null {
  const found =
    frame === undefined
      ? null
      : (/(?:^|[\s(])((?:file:\/\/)?[\w@$.~+<>\-/\\[\]]{1,300}\.\w{1,6}):(\d{1,7})/.exec(frame) ??
        /"([^"\n]{1,300})", line (\d{1,7})/.exec(frame));
  return found === null ? null : { file: found[1] ?? '', line: Number(found[2]) };
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= 120 ? line : `${line.slice(0, 119).toWellFormed()}…`;
}
