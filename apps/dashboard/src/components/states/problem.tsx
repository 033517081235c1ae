import { SvcClientError, type SvcClientErrorCode } from '@svc/client';
import { IconAlertTriangle, IconClock, IconRefresh } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';

interface ProblemProps {
  /** Without an error, nothing is shown. */
  error: unknown;
  /** What did not succeed, for an error that does not say it: `The trends could not be loaded.` */
  title: string;
  /** When the next attempt is made, counted from now, for an error that passes. */
  retryInMs?: number | null;
  onRetry?: () => void;
}

/** Why a panel has no content, or why something was not done. The rest of the page stays. */
export function Problem({ error, title, retryInMs = null, onRetry }: ProblemProps) {
  if (error === null || error === undefined) return null;
  const { tone, sentence, detail } = explain(error, title);
  return (
    <div className="pad">
      <div className={`note ${tone}`} role="alert">
        {tone === '' ? (
          <IconClock size={16} stroke={1.5} />
        ) : (
          <IconAlertTriangle size={16} stroke={1.5} />
        )}
        <div className="grow">
          <b className="strong">{sentence}</b>
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
  sentence: string;
  detail: ReactNode;
}

// Their messages are sentences for people. A message of any other code may be a program's.
const SPOKEN: readonly SvcClientErrorCode[] = [
  'BAD_REQUEST',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'PAYLOAD_TOO_LARGE',
  'UNPROCESSABLE_CONTENT',
  'RATE_LIMITED',
];

function explain(error: unknown, title: string): Explanation {
  if (!(error instanceof SvcClientError)) {
    return { tone: 'fail', sentence: title, detail: 'The page has a fault.' };
  }
  const { code, message, requestId } = error;
  if (code === 'UNREACHABLE') {
    return { tone: 'warn', sentence: 'No connection to the server.', detail: null };
  }
  if (code === 'SERVICE_UNAVAILABLE') {
    return { tone: 'warn', sentence: 'The server is busy or away.', detail: message };
  }
  if (SPOKEN.includes(code)) {
    const isCalm = code === 'FORBIDDEN' || code === 'RATE_LIMITED';
    return { tone: isCalm ? '' : 'fail', sentence: message, detail: null };
  }
  return {
    tone: 'fail',
    sentence: title,
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

/** Whether an error says that what was asked for is not there, or belongs to another organization. */
export function isNotFound(error: unknown): boolean {
  return error instanceof SvcClientError && error.code === 'NOT_FOUND';
}

function RetryCountdown({ ms }: { ms: number }) {
  const [seconds, setSeconds] = useState(Math.ceil(ms / 1_000));
  useEffect(() => {
    const timer = setInterval(() => setSeconds((left) => Math.max(0, left - 1)), 1_000);
    return () => clearInterval(timer);
  }, []);
  return <> {seconds === 0 ? 'Trying again now.' : `Trying again in ${seconds} s.`}</>;
}
