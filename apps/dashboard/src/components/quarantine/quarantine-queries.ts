import type { QuarantineEntry } from '@svc/contract/gate/quarantine';
import { queryOptions } from '@tanstack/react-query';
import { queryClient } from '../../server/query-client.ts';
import { client, trpc } from '../../server/trpc.ts';

// The longest page that the server sends.
const PAGE = 100;
// An organization has at most 1,000 active entries.
const MOST_PAGES = 10;

/** The active entries of a project, or of all, for the marks in lists. Most organizations have one page of them. */
export function buildActiveEntriesQuery(project?: string) {
  const filter = { active: 'true' as const, ...(project === undefined ? {} : { project }) };
  return queryOptions({
    queryKey: [...trpc.quarantine.list.queryKey(filter), 'all'] as const,
    queryFn: async ({ signal }): Promise<QuarantineEntry[]> => {
      const entries: QuarantineEntry[] = [];
      let cursor: string | null = null;
      for (let page = 0; page < MOST_PAGES; page++) {
        const after: { cursor?: string } = cursor === null ? {} : { cursor };
        const input = { ...filter, ...after, limit: PAGE };
        const { items, nextCursor } = await client.quarantine.list.query(input, { signal });
        entries.push(...items);
        if (nextCursor === null) break;
        cursor = nextCursor;
      }
      return entries;
    },
  });
}

/** The active entries of one test. There is rarely more than one. */
export function buildEntriesOfTestQuery(testId: string) {
  return trpc.quarantine.list.queryOptions({ testId, active: 'true', limit: PAGE });
}

/** How a test failed in the last 90 days, and where. */
export function buildKnownFailuresQuery(testId: string) {
  return trpc.quarantine.knownFailures.queryOptions({ testId });
}

/** After a change: asks again for entries and for the answers of the gate. */
export async function reloadQuarantine(): Promise<void> {
  await Promise.all(
    [trpc.quarantine.pathKey(), trpc.gate.pathKey()].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );
}
