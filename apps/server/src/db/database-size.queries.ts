import type { Database } from './database.ts';

/** Bytes on disk of everything in this database. */
export async function databaseSize(database: Database): Promise<number> {
  const [row] = await database.query<{ bytes: number }>(
    'SELECT pg_database_size(current_database())::float8 AS bytes',
  );
  return row?.bytes ?? 0;
}
