import { readDatabaseSize } from '../db/database-size.queries.ts';
import type { Deps } from '../deps.ts';
import { listRetention, applyRetention } from '../lifetime/index.ts';
import { formatBytes } from '@svc/contract/zod-free/amounts';
import type { JobLog } from '../jobs/keep-doing.ts';

// One reminder a day is enough.
const REMINDER_MS = 24 * 60 * 60 * 1000;

// About a million results. A smaller database, such as a new one, is no reason to think about retention.
const REMINDER_BYTES = 1e9;

/** Deletes expired data. If results never expire, logs the size of a large database once a day. */
export function keepRetention(deps: Deps, log: JobLog): () => Promise<void> {
  let remindedAt: Date | null = null;
  return async () => {
    const { droppedWeeks, thinnedWeeks, busyWeeks } = await applyRetention(deps);
    for (const week of busyWeeks)
      log.info(`retention: the week of ${week} is in use, and waits an hour`);
    for (const week of droppedWeeks)
      log.info(`retention: dropped the results of the week of ${week}`);
    for (const week of thinnedWeeks) {
      log.info(
        `retention: deleted results of the week of ${week}; other organizations keep theirs`,
      );
    }
    const now = deps.clock.now();
    if (remindedAt !== null && now.getTime() - remindedAt.getTime() < REMINDER_MS) return;
    remindedAt = now;
    const settings = await listRetention(deps.database);
    if (settings.some((one) => one.resultsDays !== null)) return;
    const sizeBytes = await readDatabaseSize(deps.database);
    if (sizeBytes < REMINDER_BYTES) return;
    log.info(
      `the database holds ${formatBytes(sizeBytes)}, and no result is ever deleted: see 'svc-admin retention --help'`,
    );
  };
}
