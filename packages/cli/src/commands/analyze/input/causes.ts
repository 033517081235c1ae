import { rankVerdictCauses, type VerdictCause } from '@svc/analysis/analyze/verdict-causes';
import { deriveLabel, type Label } from '@svc/analysis/verdicts/verdict-label';
import type { FailureVerdict } from '@svc/contract/analysis/verdicts';

/** The failures that share a fingerprint. The summary names the example of the first cause, if the list is not cut. */
export interface Cause extends VerdictCause<FailureVerdict> {
  /** Whether there may be more of them, because an analysis lists the most severe ones only. */
  isAtLeast: boolean;
}

/** The causes of failures, the most severe first. `isCut`: the list ends before the last failure. */
export function groupCauses(failures: readonly FailureVerdict[], isCut = false): Cause[] {
  const last = isCut ? failures.at(-1) : undefined;
  return rankVerdictCauses(failures).map((cause) => {
    const [first] = cause.failures;
    const isAtLeast =
      last !== undefined && first !== undefined && deriveOwnLabel(first) === deriveOwnLabel(last);
    return { ...cause, isAtLeast };
  });
}

/** The classifier's, by which an analysis sorts its failures. */
function deriveOwnLabel({ classification, confidence }: FailureVerdict): Label {
  return deriveLabel({ classification, confidence });
}
