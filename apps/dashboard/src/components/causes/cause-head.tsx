import { formatCauseSize, formatCauseTitle } from '@svc/analysis/causes/cause-words';
import type { Cause } from '@svc/contract/executions/causes';
import { LabelChip } from '../status/label-chip.tsx';
import { FailurePattern } from '../tests/failure-pattern.tsx';

/** What a cause is, and how many tests it has. */
export function CauseHead({ cause }: { cause: Cause }) {
  return (
    <>
      <span className="cause-title">
        <FailurePattern pattern={formatCauseTitle(cause)} />
      </span>{' '}
      <span className="sub nowrap">{formatCauseSize(cause)}</span>
    </>
  );
}

/** The class of a cause; nothing without a verdict. */
export function CauseClass({ cause }: { cause: Cause }) {
  const { classification, candidates, confidence } = cause;
  return (
    <LabelChip
      classification={classification}
      candidates={candidates}
      {...(confidence === null ? {} : { confidence })}
    />
  );
}
