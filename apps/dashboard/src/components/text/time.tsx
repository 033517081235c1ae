import { useEffect, useState } from 'react';
import { formatAgo, formatExact } from '../../format/time.ts';

/** When something was, relative to now. Hovering shows the exact time. */
export function TimeAgo({ at }: { at: string }) {
  const now = useMinute();
  const date = new Date(at);
  return (
    <time dateTime={at} title={formatExact(date)}>
      {formatAgo(date, now)}
    </time>
  );
}

/** Now, renewed every minute. */
export function useMinute(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
