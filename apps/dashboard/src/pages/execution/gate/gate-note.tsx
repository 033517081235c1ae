import type { ResultDetail } from '@svc/contract/executions/execution-view';
import type { QuarantineEntry } from '@svc/contract/gate/quarantine';
import { IconShieldHalf } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { QuarantineForm } from '../../../components/quarantine/quarantine-form.tsx';
import { ExcusedReason } from './excused-reason.tsx';
import { ExtendEntry } from './extend-entry.tsx';
import { useGateOnResult } from '../../../components/gate/use-excused.ts';

interface GateNoteProps {
  executionId: string;
  detail: ResultDetail;
}

/** What the gate says of a failure, and the form that adds the failure to an entry. */
export function GateNote({ executionId, detail }: GateNoteProps) {
  const { fingerprint } = detail;
  // Not in what the gate says: a newer answer is another one, and the form stays until its user closes it.
  const [extended, setExtended] = useState<QuarantineEntry | null>(null);
  return (
    <>
      <SaidOfFailure executionId={executionId} detail={detail} onExtend={setExtended} />
      {extended !== null && fingerprint !== null && (
        <QuarantineForm
          test={detail}
          atHand={{ fingerprint, further: detail.furtherFingerprints }}
          entry={extended}
          onClose={() => setExtended(null)}
        />
      )}
    </>
  );
}

/** Says that the gate excuses a failure, or blocks it although an entry seems to cover it. Shows nothing otherwise. */
function SaidOfFailure({
  executionId,
  detail,
  onExtend,
}: GateNoteProps & { onExtend: (entry: QuarantineEntry) => void }) {
  const { excused, blocking } = useGateOnResult(executionId, detail.id);
  if (excused !== undefined) {
    return (
      <section aria-label="Gate">
        <div className="note gate-note">
          <IconShieldHalf size={16} stroke={1.5} aria-hidden />
          <div className="grow">
            <b className="strong">The gate lets this failure pass.</b> It stays a failure.
            <div className="mid wrap-anywhere">
              <ExcusedReason failure={excused} />
            </div>
          </div>
          {excused.quarantineId !== null && <EntryLink id={excused.quarantineId} />}
        </div>
      </section>
    );
  }
  if (blocking?.relatedEntry !== undefined) {
    return (
      <section aria-label="Gate">
        <div className="note warn gate-note">
          <IconShieldHalf size={16} stroke={1.5} aria-hidden />
          <div className="grow">
            <b className="strong">This failure blocks.</b>
            <div className="mid wrap-anywhere">
              <bdi>{blocking.why}</bdi>
            </div>
          </div>
          <EntryLink id={blocking.relatedEntry.quarantineId} />
        </div>
      </section>
    );
  }
  if (blocking === undefined || blocking.quarantineId === null) return null;
  return (
    <section aria-label="Gate">
      <div className="note warn gate-note">
        <IconShieldHalf size={16} stroke={1.5} aria-hidden />
        <div className="grow">
          <b className="strong">This failure blocks, although its test is quarantined.</b>
          <div className="mid wrap-anywhere">
            <bdi>{blocking.why}</bdi>
          </div>
        </div>
        {detail.fingerprint !== null && (
          <ExtendEntry entryId={blocking.quarantineId} testId={detail.testId} onExtend={onExtend} />
        )}
        <EntryLink id={blocking.quarantineId} />
      </div>
    </section>
  );
}

function EntryLink({ id }: { id: string }) {
  return (
    <Link className="btn sm" to="/quarantine/$quarantineId" params={{ quarantineId: id }}>
      Open the quarantine
    </Link>
  );
}
