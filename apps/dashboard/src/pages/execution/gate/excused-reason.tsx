import type { ExcusedFailure } from '@svc/contract/gate/gate';
import { formatUntil } from '../../../components/quarantine/entry-words.ts';

/** Why a failure does not block: `Quarantined until the end of 10 Dec 2026: SHOP-1. Owner @acme.` */
export function ExcusedReason({
  failure: { by, reason, owner, expiresAt },
}: {
  failure: Pick<ExcusedFailure, 'by' | 'reason' | 'owner' | 'expiresAt'>;
}) {
  if (by !== 'quarantine') return <bdi>{reason}</bdi>;
  return (
    <>
      Quarantined{expiresAt !== null && ` until ${formatUntil(new Date(expiresAt))}`}:{' '}
      <bdi>{reason}</bdi>
      {owner !== null && (
        <>
          {' '}
          · owner <bdi>{owner}</bdi>
        </>
      )}
    </>
  );
}
