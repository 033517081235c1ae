import { openDatabase } from '../../src/db/connections/database.ts';
import { migrate } from '../../src/db/migrate.ts';
import { makeComingPartitions } from '../../src/db/partitions/partitions.ts';
import { startPostgresPair, type PostgresPair } from '../../src/db/embedded/postgres-pair.ts';
import { testClock } from '../clock.ts';

/** A primary with a migrated database, and its replica. */
export async function startReplicaPair(): Promise<PostgresPair> {
  // Under libfaketime, Postgres misses its own timeouts.
  const { LD_PRELOAD: _, ...env } = process.env;
  const pair = await startPostgresPair(env);
  const database = openDatabase(pair.primaryUrl, 2);
  await migrate(database, () => {});
  await makeComingPartitions(database, testClock.now());
  await database.close();
  await pair.caughtUp();
  return pair;
}
