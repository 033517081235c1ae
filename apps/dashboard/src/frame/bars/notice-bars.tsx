import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconAlertTriangle } from '@tabler/icons-react';
import { trpc } from '../../server/trpc.ts';

// A full disk is news soon enough.
const POLL_MS = 5 * 60_000;

/** What every member should know on each page, such as that the disk is nearly full. */
export function NoticeBars() {
  const { data } = useQuery(
    trpc.notices.list.queryOptions({}, { refetchInterval: POLL_MS, staleTime: POLL_MS }),
  );
  return data?.items.map(({ kind, severity, message }) => (
    <div
      key={`${kind} ${message}`}
      className={severity === 'error' ? 'notice-bar error' : 'notice-bar'}
      role="status"
    >
      <IconAlertTriangle size={16} stroke={1.5} aria-hidden />
      <span>
        {message}{' '}
        {kind === 'webhook-paused' && (
          <Link className="link" to="/settings/{-$section}" params={{ section: 'webhooks' }}>
            Open webhooks
          </Link>
        )}
      </span>
    </div>
  ));
}
