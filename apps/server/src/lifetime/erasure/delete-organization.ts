import { deleteDoomedContents } from '../../artifacts/index.ts';
import { recordAuditEntry } from '../../audit-log/index.ts';
import { tryDeletingFiles } from '../../db/locks.ts';
import { createScope, type TransactionScope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { buildBusyError } from '../../errors.ts';
import { Organization } from '../../db/models/organization.ts';
import { recordsOf } from '../../db/models/records.ts';
import {
  deleteAuditEntries,
  deleteCredentials,
  listDeletedOrganizations,
  deleteOrganizationRow,
  deleteRows,
  markAllContentsForDeletion,
  lockOrganization,
  markOrganizationDeleted,
  listPhysicalTables,
  turnOffWebhooks,
} from './organizations.queries.ts';
import { TENANT_TABLES } from './tenant-tables.ts';

// A transaction of this many narrow rows takes a fraction of a second.
const ROWS_AT_ONCE = 20_000;

/**
 * Deletes an organization: when this returns, its keys and sessions are refused, no upload is accepted and
 * its webhooks are off. Its rows
 * and files are erased by `eraseDeletedOrganizations`. Waits for uploads in progress. Its audit log keeps who did it,
 * even when all else is erased. Returns false when there is no such organization.
 */
export async function deleteOrganization(
  deps: Pick<Deps, 'database' | 'clock' | 'random'>,
  organizationId: string,
  command: string,
): Promise<boolean> {
  return createScope(deps.database, organizationId).transaction((scope) =>
    deleteOrganizationInScope(deps, scope, command),
  );
}

/** Deletes the scope's organization in the caller's transaction. */
export async function deleteOrganizationInScope(
  deps: Pick<Deps, 'clock' | 'random'>,
  scope: TransactionScope,
  command = 'svc',
): Promise<boolean> {
  await lockOrganization(scope);
  const { name = '' } = (await recordsOf(scope, Organization).findOne({})) ?? {};
  if (!(await markOrganizationDeleted(scope, deps.clock.now()))) return false;
  await recordAuditEntry(deps, scope, {
    action: 'organization.deleted',
    target: { id: scope.organizationId, name },
    command,
  });
  await deleteCredentials(scope);
  await turnOffWebhooks(scope);
  return true;
}

/**
 * Erases the deleted organizations: every row, then every file, then the organization itself. Goes on where an
 * earlier call ended. `onErased` receives each table with the number of its rows. Returns the number of
 * organizations.
 * @throws the first error, after the other organizations are erased.
 */
export async function eraseDeletedOrganizations(
  deps: Pick<Deps, 'database' | 'storage' | 'clock'>,
  onErased: (table: string, rows: number) => void = () => {},
): Promise<number> {
  const organizationIds = await listDeletedOrganizations(deps.database);
  const errors: unknown[] = [];
  for (const organizationId of organizationIds) {
    await erase(deps, organizationId, onErased).catch((error: unknown) => errors.push(error));
  }
  for (const error of errors) throw error;
  return organizationIds.length;
}

async function erase(
  deps: Pick<Deps, 'database' | 'storage' | 'clock'>,
  organizationId: string,
  onErased: (table: string, rows: number) => void,
): Promise<void> {
  const { database, clock } = deps;
  const organization = createScope(database, organizationId);
  for (const table of TENANT_TABLES) {
    let rows = 0;
    for (const name of await listPhysicalTables(database, table)) {
      let deleted: number;
      do {
        deleted = await organization.transaction((scope) => deleteRows(scope, name, ROWS_AT_ONCE));
        rows += deleted;
      } while (deleted === ROWS_AT_ONCE);
    }
    onErased(table, rows);
  }
  while ((await organization.transaction((scope) => deleteAuditEntries(scope, ROWS_AT_ONCE))) > 0);
  await organization.transaction((scope) => markAllContentsForDeletion(scope, clock.now()));
  if (!(await organization.transaction(tryDeletingFiles))) throw buildBusyError(BACKUP_RUNS);
  await deleteDoomedContents(deps, organization);
  await organization.transaction(deleteOrganizationRow);
  // After the row, so that no upload of a file can follow. Files that a crash left behind are in no table.
  for await (const files of deps.storage.list(`${organizationId}/`)) {
    for (const { key } of files) await deps.storage.delete(key);
  }
}

const BACKUP_RUNS = 'the files of the organization are erased when the running backup has ended';
