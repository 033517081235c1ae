import { labelOf, LABELS_BY_SEVERITY, type Label } from '@svc/analysis/verdict-words';
import type { FailureVerdict } from '@svc/contract/analysis/verdicts';

/** The failures that share a fingerprint and a label. */
export interface Cause {
  /** The surest of its failures, whose plan is shown. The summary names the same one. */
  example: FailureVerdict;
  failures: FailureVerdict[];
  /** Whether there may be more of them, because an analysis lists the most severe ones only. */
  isAtLeast: boolean;
}

/**
 * The causes of failures, those of the most severe label first. Within a label, the sure ones come first, then those of
 * more failures, then the surer ones. `isCut`: the list ends before the last failure.
 */
export function causesOf(failures: readonly FailureVerdict[], isCut = false): Cause[] {
  const last = isCut ? failures.at(-1) : undefined;
  const causes = new Map<string, Cause>();
  for (const failure of failures) {
    const key = `${failure.fingerprint} ${labelOf(failure)}`;
    const cause = causes.get(key);
    if (cause === undefined) {
      const isAtLeast = last !== undefined && ownLabel(failure) === ownLabel(last);
      causes.set(key, { example: failure, failures: [failure], isAtLeast });
      continue;
    }
    cause.failures.push(failure);
    if (failure.confidence > cause.example.confidence) cause.example = failure;
  }
  const rank = ({ example, failures: its }: Cause): number[] => [
    LABELS_BY_SEVERITY.indexOf(labelOf(example)),
    example.needsHuman ? 1 : 0,
    -its.length,
    -example.confidence,
  ];
  return [...causes.values()].toSorted((left, right) => {
    const others = rank(right);
    return (
      rank(left)
        .map((one, at) => one - (others[at] ?? 0))
        .find((one) => one !== 0) ?? 0
    );
  });
}

/** The classifier's, by which an analysis sorts its failures. */
function ownLabel({ classification, confidence }: FailureVerdict): Label {
  return labelOf({ classification, confidence });
}
