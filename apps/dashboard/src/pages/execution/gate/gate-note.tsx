import type { ResultDetail } from '@svc/contract/executions/execution-view';
import type { QuarantineEntry } from '@svc/contract/gate/quarantine';
import { IconShieldHalf } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
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
      <FailureNote executionId={executionId} detail={detail} onExtend={setExtended} />
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
function FailureNote({
  executionId,
  detail,
  onExtend,
}: GateNoteProps & { onExtend: (entry: QuarantineEntry) => void }) {
  const { excused, blocking } = useGateOnResult(executionId, detail.id);
  if (excused !== undefined) {
    return (
      <Note
        title="The gate lets this failure pass."
        rest="It stays a failure."
        action={excused.quarantineId !== null && <EntryLink id={excused.quarantineId} />}
      >
        <ExcusedReason failure={excused} />
      </Note>
    );
  }
  if (blocking?.relatedEntry !== undefined) {
    return (
      <Note
        isWarning
        title="This failure blocks."
        action={<EntryLink id={blocking.relatedEntry.quarantineId} />}
      >
        <bdi>{blocking.why}</bdi>
      </Note>
    );
  }
  if (blocking === undefined || blocking.quarantineId === null) return null;
  const { quarantineId, why } = blocking;
  return (
    <Note
      isWarning
      title="This failure blocks, although its test is quarantined."
      action={
        <>
          {detail.fingerprint !== null && (
            <ExtendEntry entryId={quarantineId} testId={detail.testId} onExtend={onExtend} />
          )}
          <EntryLink id={quarantineId} />
        </>
      }
    >
      <bdi>{why}</bdi>
    </Note>
  );
}

interface NoteProps {
  title: string;
  rest?: string;
  isWarning?: boolean;
  action: ReactNode;
  children: ReactNode;
}

function Note({ title, rest, isWarning = false, action, children }: NoteProps) {
  return (
    <section aria-label="Gate">
      <div className={isWarning ? 'note warn gate-note' : 'note gate-note'}>
        <IconShieldHalf size={16} stroke={1.5} aria-hidden />
        <div className="grow">
          <b className="strong">{title}</b> {rest}
          <div className="mid wrap-anywhere">{children}</div>
        </div>
        {action}
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
