import { useQueryClient } from '@tanstack/react-query';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { SvcClientError } from '@svc/client';

/** Says that the server does not answer while some query on the page waits for it, and offers to ask at once. */
export function ConnectionBar() {
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const lastAnswerAt = useSyncExternalStore(
    (notify) => cache.subscribe(notify),
    () => lostSince(cache.getAll().map(({ state }) => state)),
  );
  if (lastAnswerAt === null) return null;
  return (
    <div className="connection-bar" role="status">
      <IconPlugConnectedX size={16} stroke={1.5} aria-hidden />
      <span>
        <b className="strong">No connection to the server.</b>{' '}
        {lastAnswerAt > 0 &&
          `The page shows what was loaded at ${new Date(lastAnswerAt).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })}. `}
        It tries again by itself.
      </span>
      <button
        className="btn sm"
        type="button"
        onClick={() => void client.refetchQueries({ type: 'active' })}
      >
        Try now
      </button>
    </div>
  );
}

interface QueryFacts {
  fetchFailureReason: unknown;
  fetchStatus: string;
  dataUpdatedAt: number;
}

/** When the newest answer came, in ms, while a query waits for a server that is away; 0 without any; null otherwise. */
function lostSince(queries: QueryFacts[]): number | null {
  const isLost = queries.some(
    ({ fetchStatus, fetchFailureReason: reason }) =>
      fetchStatus === 'fetching' &&
      reason instanceof SvcClientError &&
      (reason.code === 'UNREACHABLE' || reason.code === 'SERVICE_UNAVAILABLE'),
  );
  return isLost ? Math.max(0, ...queries.map(({ dataUpdatedAt }) => dataUpdatedAt)) : null;
}
