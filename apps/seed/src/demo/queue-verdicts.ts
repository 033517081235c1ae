import { openDatabase, queueOlderExecutions, systemClock } from '@svc/server/operations';

/** Lets the server judge the failures of the copied executions. It judges uploaded ones by itself. */
export async function queueVerdicts(databaseUrl: string): Promise<void> {
  const database = openDatabase(databaseUrl, 1);
  try {
    await queueOlderExecutions({ database, clock: systemClock });
  } finally {
    await database.close();
  }
}
