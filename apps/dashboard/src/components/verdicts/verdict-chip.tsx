import type { FailureVerdict } from '@svc/contract/analysis/verdicts';
import { ClassChip } from '../status/class-chip.tsx';
import { classOf } from './class-of.ts';

/** The class of a failure, with how sure the classifier is unless a person gave the class. */
export function VerdictChip({
  verdict,
}: {
  verdict: Pick<FailureVerdict, 'classification' | 'confidence' | 'correctedBy'>;
}) {
  return (
    <ClassChip
      classification={classOf(verdict)}
      {...(verdict.correctedBy === null ? { confidence: verdict.confidence } : {})}
    />
  );
}
