import { SvcClientError } from '@svc/client';
import { IconAlertTriangle, IconClock, IconRefresh } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';

interface ProblemProps {
  error: unknown;
  /** What could not be loaded, such as `The trends`. */
  what: string;
  /** When the next attempt is made, counted from now, for an error that passes. */
  retryInMs?: number | null;
  onRetry?: () => void;
}

/** Why a panel has no content. The rest of the page stays. */
export function Problem({ error, what, retryInMs = null, onRetry }: ProblemProps) {
  const { tone, title, detail } = explain(error, what);
  return (
    <div className="pad">
      <div className={`note ${tone}`} role="alert">
        {tone === '' ? (
          <IconClock size={16} stroke={1.5} />
        ) : (
          <IconAlertTriangle size={16} stroke={1.5} />
        )}
        <div className="grow">
          <b className="strong">{title}</b>
          <div className="mid tnum">
            {detail}
            {retryInMs !== null && <RetryCountdown ms={retryInMs} />}
          </div>
        </div>
        {onRetry !== undefined && (
          <button className="btn sm" type="button" onClick={onRetry}>
            <IconRefresh size={14} stroke={1.5} aria-hidden />{' '}
            {retryInMs === null ? 'Try again' : 'Now'}
          </button>
        )}
      </div>
    </div>
  );
}

interface Explanation {
  /** The class of the note: red, amber or none. */
  tone: 'fail' | 'warn' | '';
  title: string;
  detail: ReactNode;
}

function explain(error: unknown, what: string): Explanation {
  if (!(error instanceof SvcClientError)) {
    return { tone: 'fail', title: `${what} could not be shown.`, detail: 'The page has a fault.' };
  }
  const { code, message, requestId } = error;
  if (code === 'UNREACHABLE') {
    return { tone: 'warn', title: 'No connection to the server.', detail: null };
  }
  if (code === 'SERVICE_UNAVAILABLE') {
    return { tone: 'warn', title: 'The server is busy or away.', detail: message };
  }
  if (code === 'RATE_LIMITED') return { tone: '', title: message, detail: 'Continues by itself. ' };
  if (code === 'FORBIDDEN' || code === 'BAD_REQUEST' || code === 'NOT_FOUND') {
    return { tone: code === 'FORBIDDEN' ? '' : 'fail', title: message, detail: null };
  }
  return {
    tone: 'fail',
    title: `${what} could not be loaded.`,
    detail: (
      <>
        {code}
        {requestId !== undefined && (
          <>
            {' · request '}
            <span className="mono">{requestId}</span>
          </>
        )}
      </>
    ),
  };
}

function RetryCountdown({ ms }: { ms: number }) {
  const [seconds, setSeconds] = useState(Math.ceil(ms / 1_000));
  useEffect(() => {
    const timer = setInterval(() => setSeconds((left) => Math.max(0, left - 1)), 1_000);
    return () => clearInterval(timer);
  }, []);
  return <> {seconds === 0 ? 'Trying again now.' : `Trying again in ${seconds} s.`}</>;
}
