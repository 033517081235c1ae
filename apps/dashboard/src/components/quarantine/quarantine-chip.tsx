import type { QuarantineEntry } from '@svc/contract/gate/quarantine';
import { Link } from '@tanstack/react-router';
import { IconShieldHalf } from '@tabler/icons-react';
import { formatDate } from '../../format/time.ts';
import { coverWords } from './entry-words.ts';

/** That failures of a test are quarantined, with the way to the entry. */
export function QuarantineChip({ entry }: { entry: QuarantineEntry }) {
  const { id, fingerprints, reason, expiresAt } = entry;
  return (
    <Link
      className="chip above quarantine-chip"
      to="/quarantine/$quarantineId"
      params={{ quarantineId: id }}
      title={`${coverWords(fingerprints)} until ${formatDate(new Date(expiresAt))}: ${reason}`.slice(
        0,
        500,
      )}
    >
      <IconShieldHalf size={12} stroke={1.5} aria-hidden />
      quarantined
    </Link>
  );
}
