import type { QuarantineEntry } from '@svc/contract/gate/quarantine';
import { useQuery } from '@tanstack/react-query';
import { buildEntriesOfTestQuery } from '../../../components/quarantine/quarantine-queries.ts';
import { usePermissions } from '../../../server/account.ts';

interface ExtendEntryProps {
  entryId: string;
  testId: string;
  /** Opens the form of the entry. */
  onExtend: (entry: QuarantineEntry) => void;
}

/** Adds the open failure to an existing entry. Members see the button and who may use it. */
export function ExtendEntry({ entryId, testId, onExtend }: ExtendEntryProps) {
  const { adminsOnly } = usePermissions();
  const { data } = useQuery(buildEntriesOfTestQuery(testId));
  const entry = data?.items.find(({ id }) => id === entryId);
  if (entry === undefined) return null;
  return (
    <button
      className="btn sm"
      type="button"
      disabled={adminsOnly !== undefined}
      title={adminsOnly}
      onClick={() => onExtend(entry)}
    >
      Add this failure
    </button>
  );
}
