import { SvcClientError } from '@svc/client';
import { queryClient } from './query-client.ts';

let known = 0;

/**
 * Loads code of the dashboard as if it were an answer of the server: while the server is away, the connection bar says
 * so, and the code is asked for again until it is here. Rejects for code that a newer version no longer has.
 */
export function loadCode<Code>(load: () => Promise<Code>): () => Promise<Code> {
  const queryKey = ['code', known++];
  return () =>
    queryClient.fetchQuery({
      queryKey,
      queryFn: async () => {
        try {
          return await load();
        } catch (error) {
          await requireServer();
          throw error;
        }
      },
      staleTime: Infinity,
    });
}

/** @throws SvcClientError UNREACHABLE, SERVICE_UNAVAILABLE: the code may come later. */
async function requireServer(): Promise<void> {
  const status = await fetch('/readyz', { cache: 'no-store' }).then(
    (response) => response.status,
    () => null,
  );
  if (status === null) throw new SvcClientError('UNREACHABLE', 'No connection to the server.');
  if (status >= 500) throw new SvcClientError('SERVICE_UNAVAILABLE', 'The server is away.');
}
