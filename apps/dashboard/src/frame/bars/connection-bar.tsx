import { useQueryClient, type Query } from '@tanstack/react-query';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { SvcClientError } from '@svc/client';
import { formatClock } from '../../format/time.ts';
import { retryNow } from '../../server/query-client.ts';

/** Says that the server does not answer while some query on the page waits for it, and offers to ask at once. */
export function ConnectionBar() {
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const loadedAt = useSyncExternalStore(
    (notify) => cache.subscribe(notify),
    () => findOldestLoad(cache.getAll()),
  );
  if (loadedAt === null) return null;
  return (
    <div className="connection-bar" role="status">
      <IconPlugConnectedX size={16} stroke={1.5} aria-hidden />
      <span>
        <b className="strong">No connection to the server.</b>{' '}
        {loadedAt > 0 && `The page shows what was loaded at ${formatClock(new Date(loadedAt))}. `}
        It tries again by itself.
      </span>
      <button className="btn sm" type="button" onClick={() => void retryNow(client)}>
        Try now
      </button>
    </div>
  );
}

/**
 * When the oldest of the answers came that the page shows and cannot renew, in ms, while a query waits for a server
 * that is away; 0 where none came; null otherwise.
 */
function findOldestLoad(queries: readonly Query[]): number | null {
  const lost = queries.filter(
    ({ state: { fetchStatus, fetchFailureReason: reason } }) =>
      fetchStatus === 'fetching' &&
      reason instanceof SvcClientError &&
      (reason.code === 'UNREACHABLE' || reason.code === 'SERVICE_UNAVAILABLE'),
  );
  if (lost.length === 0) return null;
  const answered = lost
    .filter((query) => query.isActive())
    .map(({ state }) => state.dataUpdatedAt)
    .filter((at) => at > 0);
  return answered.length === 0 ? 0 : Math.min(...answered);
}
