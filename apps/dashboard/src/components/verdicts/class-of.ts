import type { FailureVerdict } from '@svc/contract/analysis/verdicts';
import type { Classification } from '@svc/contract/executions/outcomes';
import { CLASS_ORDER } from './class-order.ts';

type Judged = Pick<FailureVerdict, 'classification' | 'correctedBy'>;

/** The class of a failure: that of the newest correction, else the classifier's. */
export function classOf({ classification, correctedBy }: Judged): Classification {
  return correctedBy?.classification ?? classification;
}

/** How many failures each class has, most severe first. Classes without a failure are left out. */
export function countClasses(
  verdicts: readonly Judged[],
): { classification: Classification; count: number }[] {
  return CLASS_ORDER.map((classification) => ({
    classification,
    count: verdicts.filter((verdict) => classOf(verdict) === classification).length,
  })).filter(({ count }) => count > 0);
}
