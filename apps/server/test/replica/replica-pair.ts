import { openDatabase } from '../../src/db/connections/database.ts';
import { migrate } from '../../src/db/migrate.ts';
import { makeComingPartitions } from '../../src/db/partitions/partitions.ts';
import { startPostgresPair, type PostgresPair } from '../../src/exports/postgres-pair.ts';
import { testClock } from '../clock.ts';

/** A primary with a migrated database, and its replica. */
export async function startReplicaPair(): Promise<PostgresPair> {
  const pair = await startPostgresPair();
  const database = openDatabase(pair.primaryUrl, 2);
  await migrate(database, () => {});
  await makeComingPartitions(database, testClock.now());
  await database.close();
  await pair.caughtUp();
  return pair;
}
