import { askWorkers, readCitusVersion } from './citus/cluster.queries.ts';
import type { Statements } from './statements.ts';

const SIZE = 'SELECT pg_database_size(current_database())::float8';

/** The size of this database on disk, in bytes: on a cluster, on all its nodes that answer. */
export async function readDatabaseSize(statements: Statements): Promise<number> {
  const [row] = await statements.query<{ bytes: number }>(`${SIZE} AS bytes`);
  const own = row?.bytes ?? 0;
  if ((await readCitusVersion(statements)) === null) return own;
  return (await askWorkers(statements, SIZE))
    .filter(({ isOk }) => isOk)
    .reduce((sum, { text }) => sum + Number(text), own);
}
