import type { Database } from './connections/database.ts';
import { listOrganizationsAcrossNodes } from './citus/list-across-nodes.ts';
import { createScope, type Scope, type TransactionScope } from './scope.ts';

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
    await takeTurn(database, failures, {
      listOrganizations,
      work: async (organization) => {
        const done = await organization.transaction((scope) => work(scope, atOnce));
        sum += done;
        hasMore ||= done >= atOnce;
      },
    });
  }
  throwFirst(failures);
  return sum;
}

/**
 * Does the work in each organization that `list` finds. While a node of a cluster is away, in those of the other nodes.
 * Returns the sum of what `work` returns.
 * @throws the first error, after the other organizations are done.
 */
export async function workInEachOrganization(
  database: Database,
  listOrganizations: (database: Database) => Promise<string[]>,
  work: (organization: Scope) => Promise<number>,
): Promise<number> {
  const failures = new Map<string, unknown>();
  let sum = 0;
  await takeTurn(database, failures, {
    listOrganizations: () => listOrganizations(database),
    work: async (organization) => {
      sum += await work(organization);
    },
  });
  throwFirst(failures);
  return sum;
}

/** Leaves out the organizations that failed before, and adds those that fail now. */
async function takeTurn(
  database: Database,
  failures: Map<string, unknown>,
  {
    listOrganizations,
    work,
  }: { listOrganizations: () => Promise<string[]>; work: (organization: Scope) => Promise<void> },
): Promise<void> {
  for (const organizationId of await listOrganizationsAcrossNodes(database, listOrganizations)) {
    if (failures.has(organizationId)) continue;
    try {
      await work(createScope(database, organizationId));
    } catch (error) {
      failures.set(organizationId, error);
    }
  }
}

function throwFirst(failures: ReadonlyMap<string, unknown>): void {
  for (const error of failures.values()) throw error;
}
