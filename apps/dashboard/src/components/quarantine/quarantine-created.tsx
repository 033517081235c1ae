import type { QuarantineEntry } from '@svc/contract/gate/quarantine';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Dialog } from '../layout/dialog.tsx';
import { TestName } from '../tests/test-name.tsx';
import { describeEffect } from './entry-words.ts';
import { reloadQuarantine } from './quarantine-queries.ts';

/** What was quarantined, and the way to the entry. The page below shows it once the dialog is closed. */
export function QuarantineCreated({
  entry,
  onClose,
}: {
  entry: QuarantineEntry;
  onClose: () => void;
}) {
  useEffect(() => () => void reloadQuarantine(), []);
  const { id, titlePath, fingerprints, expiresAt, reason } = entry;
  return (
    <Dialog
      title="Quarantined"
      onClose={onClose}
      width={460}
      footer={
        <>
          <Link
            className="btn"
            to="/quarantine/$quarantineId"
            params={{ quarantineId: id }}
            onClick={onClose}
          >
            Open the entry
          </Link>
          <button className="btn primary" type="button" data-autofocus onClick={onClose}>
            Done
          </button>
        </>
      }
    >
      <div className="stack tight" role="status">
        <p className="strong">
          <TestName titlePath={titlePath} />
        </p>
        <p>{describeEffect(fingerprints, new Date(expiresAt))}</p>
        <p className="mid wrap-anywhere">
          Reason: <bdi>{reason}</bdi>
        </p>
      </div>
    </Dialog>
  );
}
