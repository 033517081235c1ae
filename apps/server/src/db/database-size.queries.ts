import type { Statements } from './statements.ts';

/** The size of this database on disk, in bytes. */
export async function readDatabaseSize(database: Pick<Statements, 'query'>): Promise<number> {
  const [row] = await database.query<{ bytes: number }>(
    'SELECT pg_database_size(current_database())::float8 AS bytes',
  );
  return row?.bytes ?? 0;
}
