import { groupBy } from '../causes/cause-groups.ts';
import { deriveLabel, rankLabel, type Labelled } from '../verdicts/verdict-label.ts';

interface LabelledFailure extends Labelled {
  fingerprint: string;
  needsHuman: boolean;
}

/** The failures that share a fingerprint. */
export interface VerdictCause<Failure extends LabelledFailure> {
  /** The surest of its failures with the most severe label, whose plan is shown. */
  example: Failure;
  failures: Failure[];
}

/**
 * The causes of failures, those of the most severe label first. Within a label, those that need no person come first,
 * then those of more failures, then the surer ones. The verdict on an execution is that of the first one.
 */
export function rankVerdictCauses<Failure extends LabelledFailure>(
  failures: readonly Failure[],
): VerdictCause<Failure>[] {
  const groups = groupBy(failures, ({ fingerprint }) => fingerprint);
  const causes = Array.from(groups.values(), (group) => ({
    example: group.reduce((leading, one) => (isMoreSevere(one, leading) ? one : leading)),
    failures: group,
  }));
  return causes.toSorted((one, other) => {
    const [left, right] = [buildSortKey(one), buildSortKey(other)];
    return left.map((value, at) => value - (right[at] ?? 0)).find((value) => value !== 0) ?? 0;
  });
}

function isMoreSevere(one: LabelledFailure, other: LabelledFailure): boolean {
  const difference = computeSeverity(one) - computeSeverity(other);
  return difference === 0 ? computeSureness(one) > computeSureness(other) : difference < 0;
}

function computeSeverity(failure: LabelledFailure): number {
  return rankLabel(deriveLabel(failure));
}

function buildSortKey({ example, failures }: VerdictCause<LabelledFailure>): number[] {
  return [
    computeSeverity(example),
    example.needsHuman && example.correctedBy == null ? 1 : 0,
    -failures.length,
    -computeSureness(example),
  ];
}

/** The confidence of a verdict. A person's correction is sure. */
export function computeSureness({ confidence, correctedBy }: Labelled): number {
  return correctedBy == null ? confidence : 1;
}
