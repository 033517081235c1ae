import type { ReactNode } from 'react';
import { isPassing, retryNow, waitMs } from '../../server/query-client.ts';
import { Problem } from './problem.tsx';

/** What Loaded reads of a query, plain or infinite. */
export interface AskedQuery<Data> {
  data: Data | undefined;
  error: unknown;
  failureReason: unknown;
  failureCount: number;
  refetch: () => unknown;
}

interface LoadedProps<Data> {
  query: AskedQuery<Data>;
  /** What is loaded, such as `The trends`, for errors. */
  what: string;
  /** What stands there until the first answer, of the final size. */
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
}

/** Shows what a query answered; before that its skeleton, or why it has no answer. An earlier answer stays. */
export function Loaded<Data>({ query, what, skeleton, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  const failure = query.error ?? query.failureReason;
  if (failure === null) return skeleton;
  const retryInMs =
    query.error === null && isPassing(failure) ? waitMs(query.failureCount - 1, failure) : null;
  return (
    <Problem
      // A new failure restarts the countdown.
      key={query.failureCount}
      error={failure}
      title={`${what} could not be loaded.`}
      retryInMs={retryInMs}
      onRetry={() => void (retryInMs === null ? query.refetch() : retryNow())}
    />
  );
}
