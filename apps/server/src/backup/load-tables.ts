import { join } from 'node:path';
import type pg from 'pg';
import { copyInSql, listColumns } from './backup.queries.ts';
import { BackupError } from './backup-error.ts';
import type { Manifest } from './manifest.ts';
import { loadRows, type OnProgress } from './row-files.ts';

/** Loads all rows in the order of the manifest, in the client's transaction. */
export async function loadTables(
  client: pg.Client,
  { folder, manifest, onProgress }: { folder: string; manifest: Manifest; onProgress: OnProgress },
): Promise<void> {
  const columnsOf = await listColumns(client);
  let bytes = 0;
  for (const { table, week, columns, file, rows } of manifest.tables) {
    const known = new Set(columnsOf.get(table));
    if (!columns.every((column) => known.has(column))) {
      throw new BackupError(
        `The backup has columns of ${table} that its version of svc does not have: its manifest was altered. Restore another backup.`,
      );
    }
    const doing = week === null ? table : `${table} of ${week}`;
    await loadRows(client, {
      sql: copyInSql(table, columns),
      path: join(folder, file),
      rows,
      onBytes: (more) => onProgress(doing, (bytes += more)),
    });
  }
}
