import type { Database } from './connections/database.ts';
import { createScope, type TransactionScope } from './scope.ts';

/**
 * Works through what is due in these organizations, one batch of each in turn, in transactions of one organization: a
 * cluster has each organization on one node, and a node that is away holds up only its own. `work` does at most `atOnce`
 * and returns how many it did; fewer mean that nothing is left. Returns the sum.
 * @throws the first error, after the other organizations are done.
 */
export async function workThroughOrganizations(
  database: Database,
  organizationIds: readonly string[],
  {
    atOnce,
    work,
  }: { atOnce: number; work: (scope: TransactionScope, atOnce: number) => Promise<number> },
): Promise<number> {
  const errors: unknown[] = [];
  let sum = 0;
  let waiting = organizationIds;
  while (waiting.length > 0) {
    const again: string[] = [];
    for (const organizationId of waiting) {
      try {
        const done = await database.transaction((transaction) =>
          work(createScope(transaction, organizationId), atOnce),
        );
        sum += done;
        if (done >= atOnce) again.push(organizationId);
      } catch (error) {
        errors.push(error);
      }
    }
    waiting = again;
  }
  if (errors.length > 0) throw errors[0];
  return sum;
}
