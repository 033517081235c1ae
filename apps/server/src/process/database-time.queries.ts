import type { Database } from '../db/connections/database.ts';

/** The database's clock, in milliseconds since 1970. */
export async function readDatabaseTime(database: Pick<Database, 'query'>): Promise<number> {
  const [row] = await database.query<{ ms: number }>(
    `SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms`,
  );
  if (row === undefined) throw new Error('a query without a table answered no row');
  return row.ms;
}
