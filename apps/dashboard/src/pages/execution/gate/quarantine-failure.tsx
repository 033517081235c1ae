import { deriveLabelFields } from '@svc/analysis/verdicts/verdict-label';
import type { FailureVerdict } from '@svc/contract/analysis/verdicts';
import type { ResultDetail, ResultRowPage } from '@svc/contract/executions/execution-view';
import { isFailure } from '@svc/contract/zod-free/is-failure';
import { QuarantineButton } from '../../../components/quarantine/quarantine-button.tsx';
import { useGateOnResult } from '../../../components/gate/use-excused.ts';

interface QuarantineFailureProps {
  executionId: string;
  detail: ResultDetail;
  patterns: ResultRowPage['patterns'];
  /** Undefined while it is not known, and if there is none. */
  verdict: FailureVerdict | undefined;
}

/** Quarantines the open failure, also that of a test that passed on retry, unless an entry of the test exists. */
export function QuarantineFailure(props: QuarantineFailureProps) {
  const { executionId, detail, patterns, verdict } = props;
  const { id, status, flaky, fingerprint } = detail;
  const { excused, blocking } = useGateOnResult(executionId, id);
  const hasFailed = isFailure(status) || flaky;
  // The note below the failure leads to the entry.
  const hasEntry = (excused?.quarantineId ?? blocking?.quarantineId ?? null) !== null;
  if (!hasFailed) return null;
  return (
    <QuarantineButton
      key={id}
      className="btn quiet sm"
      label="Quarantine"
      hasKey
      isNeeded={!hasEntry}
      test={detail}
      atHand={
        fingerprint === null
          ? null
          : {
              fingerprint,
              further: detail.furtherFingerprints,
              pattern: patterns[fingerprint]?.pattern,
            }
      }
      classification={verdict === undefined ? null : deriveLabelFields(verdict).classification}
      entry={null}
    />
  );
}
