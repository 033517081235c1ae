import { scopeOf } from '../db/scope.ts';
import type { Deps } from '../deps.ts';
import { correctUsage, organizationsWithUsage } from '../quotas/usage.queries.ts';
import type { JobLog } from './keep-doing.ts';

/** Counts what each organization stores, and corrects its usage. */
export function keepUsage({ database }: Pick<Deps, 'database'>, log: JobLog): () => Promise<void> {
  return async () => {
    let corrected = 0;
    for (const organizationId of await organizationsWithUsage(database)) {
      if (await correctUsage(scopeOf(database, organizationId))) corrected++;
    }
    if (corrected > 0) log.info(`usage: corrected that of ${corrected} organizations`);
  };
}
