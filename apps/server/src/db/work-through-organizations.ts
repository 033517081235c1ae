import type { Database } from './connections/database.ts';
import { listOrganizationsAcrossNodes } from './citus/list-across-nodes.ts';
import { createScope, type TransactionScope } from './scope.ts';

interface DueWork {
  /** Lists the organizations with something due. */
  listOrganizations(): Promise<string[]>;
  atOnce: number;
  /** Does at most `atOnce` of the organization, and returns how many it did. */
  work(scope: TransactionScope, atOnce: number): Promise<number>;
}

/**
 * Works through what is due, one batch of each organization in turn, in transactions of one organization: a cluster has
 * each organization on one node, and a node that is away holds up only its own. The organizations are listed again
 * before each turn, so that a busy one does not hold up one that comes later. Ends after a turn without a full batch.
 * Returns the number of everything done.
 * @throws the first error, after the other organizations are done.
 */
export async function workThroughOrganizations(
  database: Database,
  { listOrganizations, atOnce, work }: DueWork,
): Promise<number> {
  const failures = new Map<string, unknown>();
  let sum = 0;
  for (let hasMore = true; hasMore;) {
    hasMore = false;
    for (const organizationId of await listOrganizationsAcrossNodes(database, listOrganizations)) {
      if (failures.has(organizationId)) continue;
      try {
        const done = await database.transaction((transaction) =>
          work(createScope(transaction, organizationId), atOnce),
        );
        sum += done;
        hasMore ||= done >= atOnce;
      } catch (error) {
        failures.set(organizationId, error);
      }
    }
  }
  for (const error of failures.values()) throw error;
  return sum;
}
