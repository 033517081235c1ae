import { BY_SEVERITY, classOf } from '@svc/analysis/verdict-words';
import type { FailureVerdict } from '@svc/contract/analysis/verdicts';

/** The failures that share a fingerprint and a class. */
export interface Cause {
  /** The surest of its failures, whose plan is shown. The summary names the same one. */
  example: FailureVerdict;
  failures: FailureVerdict[];
  /** Whether there may be more of them, because an analysis lists the most severe ones only. */
  isAtLeast: boolean;
}

/**
 * The causes of failures, those of the most severe class first. Within a class, the sure ones come first, then those of
 * more failures, then the surer ones. `isCut`: the list ends before the last failure.
 */
export function causesOf(failures: readonly FailureVerdict[], isCut = false): Cause[] {
  const lastClass = isCut ? failures.at(-1)?.classification : undefined;
  const causes = new Map<string, Cause>();
  for (const failure of failures) {
    const key = `${failure.fingerprint} ${classOf(failure)}`;
    const cause = causes.get(key);
    if (cause === undefined) {
      const isAtLeast = failure.classification === lastClass;
      causes.set(key, { example: failure, failures: [failure], isAtLeast });
      continue;
    }
    cause.failures.push(failure);
    if (failure.confidence > cause.example.confidence) cause.example = failure;
  }
  const rank = ({ example, failures: its }: Cause): number[] => [
    BY_SEVERITY.indexOf(classOf(example)),
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
