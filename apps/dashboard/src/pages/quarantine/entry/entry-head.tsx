import type { QuarantineEntry } from '@svc/contract/gate/quarantine';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/layout/confirm-dialog.tsx';
import { QuarantineButton } from '../../../components/quarantine/quarantine-button.tsx';
import { EntryState } from '../../../components/quarantine/entry-state.tsx';
import { reloadQuarantine } from '../../../components/quarantine/quarantine-queries.ts';
import { TestName } from '../../../components/tests/test-name.tsx';
import { useMinute } from '../../../components/text/time.tsx';
import { usePermissions } from '../../../server/account.ts';
import { trpc } from '../../../server/trpc.ts';
import { describeEntry } from '../../../components/quarantine/entry-sentence.ts';

/** The test, what the entry does now, and how to change it. */
export function EntryHead({ entry }: { entry: QuarantineEntry }) {
  const now = useMinute();
  const { project, file, titlePath, state } = entry;
  return (
    <div className="head">
      <div className="grow">
        <nav className="crumbs" aria-label="Breadcrumb">
          <Link to="/quarantine" search={{ project }}>
            Quarantine
          </Link>
          <span aria-hidden="true">›</span>
          <bdi className="mono clip">{file.slice(0, 400)}</bdi>
        </nav>
        <h1>
          <TestName titlePath={titlePath} limit={240} />
        </h1>
        <p className="row wrap newest-line">
          <EntryState entry={entry} now={now} />
          <span>{describeEntry(entry, now)}</span>
        </p>
      </div>
      <div className="actions">
        {state !== 'lifted' && (
          <QuarantineButton
            label={state === 'active' ? 'Edit' : 'Extend'}
            test={entry}
            atHand={null}
            entry={entry}
          />
        )}
        {state === 'active' && <LiftButton id={entry.id} />}
        <Link className="btn primary" to="/tests/$testId" params={{ testId: entry.testId }}>
          Open the test
        </Link>
      </div>
    </div>
  );
}

/** Ends an entry after a question. */
function LiftButton({ id }: { id: string }) {
  const { adminsOnly } = usePermissions();
  const [isAsking, setAsking] = useState(false);
  const lift = useMutation(
    trpc.quarantine.lift.mutationOptions({
      onSuccess: async () => {
        await reloadQuarantine();
        setAsking(false);
      },
    }),
  );
  return (
    <>
      <button
        className="btn"
        type="button"
        disabled={adminsOnly !== undefined}
        title={adminsOnly}
        onClick={() => setAsking(true)}
      >
        Lift
      </button>
      {isAsking && (
        <ConfirmDialog
          title="Lift the quarantine?"
          action="Lift quarantine"
          isBusy={lift.isPending}
          error={lift.error}
          onConfirm={() => lift.mutate({ id })}
          onClose={() => setAsking(false)}
        >
          <p className="mid">
            From now on these failures block again. The entry stays in the list with what it
            excused.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
