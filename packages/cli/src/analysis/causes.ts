import type { Analysis } from '@svc/contract/analysis/analyses';
import type { FailureVerdict } from '@svc/contract/analysis/verdicts';

/** An analysis; without an id if it was made on this machine and is stored nowhere. */
export type AnyAnalysis = Omit<Analysis, 'id'> & { id?: string };

/** The failures that share a fingerprint and a class, and therefore a plan. */
export interface Cause {
  /** The first of its failures, which the plan is made for. */
  example: FailureVerdict;
  failures: FailureVerdict[];
}

/**
 * The causes of failures, in the order of the classes in which they come. Within a class, the sure ones come first, then
 * those of more failures, then the surer ones.
 */
export function causesOf(failures: readonly FailureVerdict[]): Cause[] {
  const causes = new Map<string, Cause>();
  for (const failure of failures) {
    const key = `${failure.fingerprint} ${failure.classification}`;
    const cause = causes.get(key);
    if (cause === undefined) causes.set(key, { example: failure, failures: [failure] });
    else cause.failures.push(failure);
  }
  const classes = [...new Set(failures.map(({ classification }) => classification))];
  const rank = ({ example, failures: its }: Cause): number[] => [
    classes.indexOf(example.classification),
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
