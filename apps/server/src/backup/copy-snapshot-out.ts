import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { DatabaseClient } from '../db/connections/database-client.ts';
import { BACKED_UP_TABLES } from './backed-up-tables.ts';
import {
  beginSnapshot,
  COPY_FILES_OUT,
  copyOutSql,
  endTransaction,
  isPartitioned,
  listColumns,
  listWeeks,
  prepareCopying,
} from './backup.queries.ts';
import type { RowFile, TableFile } from './manifest.ts';
import { writeRows, type OnBytes, type OnProgress } from './row-files.ts';

export interface Snapshot {
  at: Date;
  tables: TableFile[];
  /** The list of artifacts. */
  files: RowFile;
}

/** Writes the rows of all tables, as of one moment, into files of the folder; those of a partitioned table by week. */
export async function copySnapshotOut(
  databaseUrl: string,
  folder: string,
  onProgress: OnProgress,
): Promise<Snapshot> {
  const client = new DatabaseClient({
    connectionString: databaseUrl,
    application_name: 'svc-backup',
    keepAlive: true,
  });
  try {
    await client.connect();
    await prepareCopying(client);
    const at = await beginSnapshot(client, BACKED_UP_TABLES);
    const columnsOf = await listColumns(client);
    const tables: TableFile[] = [];
    let bytes = 0;
    const note = (doing: string) => (more: number) => onProgress(doing, (bytes += more));
    for (const table of BACKED_UP_TABLES) {
      const columns = columnsOf.get(table);
      if (columns === undefined) throw new Error(`there is no table ${table}`);
      const weeks = isPartitioned(table) ? await listWeeks(client, table) : [null];
      for (const week of weeks) {
        const part = { folder, table, columns, week };
        const written = await writePart(
          client,
          part,
          note(week === null ? table : `${table} of ${week}`),
        );
        if (written !== null) tables.push(written);
      }
    }
    const path = join(folder, 'files.copy.zst');
    const files = await writeRows(client, {
      sql: COPY_FILES_OUT,
      path,
      onBytes: note('artifacts'),
    });
    await endTransaction(client);
    return { at, tables, files };
  } finally {
    await client.end();
  }
}

/** Null, and no file, when there are no rows. */
async function writePart(
  client: pg.Client,
  { folder, ...part }: { folder: string } & Pick<TableFile, 'table' | 'columns' | 'week'>,
  onBytes: OnBytes,
): Promise<TableFile | null> {
  const { table, week } = part;
  const name = week === null ? table : `${table}_${week.replaceAll('-', '')}`;
  const path = join(folder, `${name}.copy.zst`);
  const written = await writeRows(client, { sql: copyOutSql(table, part), path, onBytes });
  if (written.rows > 0) return { ...written, ...part };
  await rm(path);
  return null;
}
