import { useQuery } from '@tanstack/react-query';
import { QuarantineButton } from '../../../components/quarantine/quarantine-button.tsx';
import type { QuarantineDialogProps } from '../../../components/quarantine/quarantine-dialog.tsx';
import { entriesOfTestQuery } from '../../../components/quarantine/quarantine-queries.ts';

interface ExtendEntryProps {
  entryId: string;
  test: QuarantineDialogProps['test'];
  fingerprint: string;
}

/** Opens the form of an existing entry with one more failure chosen. */
export function ExtendEntry({ entryId, test, fingerprint }: ExtendEntryProps) {
  const { data } = useQuery(entriesOfTestQuery(test.testId));
  const entry = data?.items.find(({ id }) => id === entryId);
  if (entry === undefined) return null;
  return (
    <QuarantineButton
      className="btn sm"
      label="Add this failure"
      test={test}
      atHand={{ fingerprint }}
      entry={entry}
    />
  );
}
