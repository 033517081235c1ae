import type { ResultDetail } from '@svc/contract/executions/execution-view';
import { IconShieldHalf } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { ExcusedReason } from './excused-reason.tsx';
import { ExtendEntry } from './extend-entry.tsx';
import { useGateOnResult } from '../../../components/gate/use-excused.ts';

/** What the gate does with a failure: excuses it, or blocks although its test is quarantined. Nothing else to say otherwise. */
export function GateNote({ executionId, detail }: { executionId: string; detail: ResultDetail }) {
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
  if (blocking === undefined || blocking.quarantineId === null) return null;
  return (
    <section aria-label="Gate">
      <div className="note warn gate-note">
        <IconShieldHalf size={16} stroke={1.5} aria-hidden />
        <div className="grow">
          <b className="strong">This failure blocks, although its test is quarantined.</b>
          <div className="mid">The quarantine excuses other failures of the test.</div>
        </div>
        {detail.fingerprint !== null && (
          <ExtendEntry
            entryId={blocking.quarantineId}
            test={detail}
            fingerprint={detail.fingerprint}
          />
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
