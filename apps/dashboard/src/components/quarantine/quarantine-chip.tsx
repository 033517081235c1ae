import type { QuarantineEntry } from '@svc/contract/gate/quarantine';
import { Link } from '@tanstack/react-router';
import { IconShieldHalf } from '@tabler/icons-react';
import { formatDate } from '../../format/time.ts';
import { formatCovered, describeOtherTests } from './entry-words.ts';

interface QuarantineChipProps {
  entry: QuarantineEntry;
  /** Beside a failure of several tests: how many have it besides the entry's. An entry is for one test. */
  otherTests?: number;
}

/** That failures of a test are quarantined, with the way to the entry. */
export function QuarantineChip({ entry, otherTests = 0 }: QuarantineChipProps) {
  const { id, fingerprints, reason, expiresAt } = entry;
  return (
    <Link
      className="chip above quarantine-chip"
      to="/quarantine/$quarantineId"
      params={{ quarantineId: id }}
      title={[
        `${formatCovered(fingerprints)} until ${formatDate(new Date(expiresAt))}: ${reason}`.slice(
          0,
          500,
        ),
        ...(otherTests > 0 ? [describeOtherTests(otherTests)] : []),
      ].join('. ')}
    >
      <IconShieldHalf size={12} stroke={1.5} aria-hidden />
      {otherTests > 0 ? 'quarantined in this test' : 'quarantined'}
    </Link>
  );
}
