import { LabelChip } from '../../../components/status/label-chip.tsx';
import { deriveLabelFields, deriveLabel } from '@svc/analysis/verdicts/verdict-label';
import type { OpenFailure } from './open-failure.ts';
import { useFailureVerdict } from './use-failure-verdict.ts';

/** The id of the section that shows the verdict on the open failure. */
export const VERDICT_ID = 'verdict';

/** The class of the open failure beside its status, and how sure the verdict is. It leads to the verdict. */
export function VerdictChip({
  executionId,
  failure,
}: {
  executionId: string;
  failure: OpenFailure;
}) {
  const { verdict } = useFailureVerdict(executionId, failure);
  if (verdict === undefined) return null;
  return (
    <a
      className="verdict-link"
      href={`#${VERDICT_ID}`}
      onClick={(event) => {
        // The address stays that of the failure.
        event.preventDefault();
        const section = document.getElementById(VERDICT_ID);
        section?.scrollIntoView({ block: 'start' });
        section?.focus({ preventScroll: true });
      }}
    >
      <LabelChip
        {...deriveLabelFields(verdict)}
        {...(deriveLabel(verdict) === verdict.classification
          ? { confidence: verdict.confidence }
          : {})}
      />
    </a>
  );
}
