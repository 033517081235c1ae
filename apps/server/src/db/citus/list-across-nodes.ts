import type { Database } from '../connections/database.ts';
import { NodeAwayError } from '../connections/node-away-error.ts';
import { listReachableOrganizations } from './cluster.queries.ts';

/**
 * The organizations that `list` finds. While a node of a cluster is away, all organizations of the other nodes: some may
 * have nothing to do.
 */
export function listOrganizationsAcrossNodes(
  database: Database,
  list: () => Promise<string[]>,
): Promise<string[]> {
  return listAcrossNodes(database, (id) => (id === null ? list() : Promise.resolve([id])));
}

/**
 * What `list` finds in all organizations. While a node of a cluster is away, a statement over all organizations fails:
 * then what `list` finds in each organization of the other nodes.
 */
export async function listAcrossNodes<Row>(
  database: Database,
  list: (organizationId: string | null) => Promise<Row[]>,
): Promise<Row[]> {
  try {
    return await list(null);
  } catch (error) {
    if (!(error instanceof NodeAwayError)) throw error;
  }
  const rows: Row[] = [];
  for (const organizationId of await listReachableOrganizations(database)) {
    rows.push(...(await list(organizationId)));
  }
  return rows;
}
