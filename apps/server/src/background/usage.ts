import { createScope } from '../db/scope.ts';
import type { Deps } from '../deps.ts';
import { correctUsage, listOrganizationsWithUsage } from '../quotas/index.ts';
import type { JobLog } from '../jobs/keep-doing.ts';

/**
 * Counts what each organization stores, and corrects its usage. If that fails for one, continues with the others and
 * throws the first error at the end, so that the queue repeats the job.
 */
export function keepUsage({ database }: Pick<Deps, 'database'>, log: JobLog): () => Promise<void> {
  return async () => {
    let corrected = 0;
    const failures: unknown[] = [];
    for (const organizationId of await listOrganizationsWithUsage(database)) {
      try {
        if (await correctUsage(createScope(database, organizationId))) corrected++;
      } catch (error) {
        // Counting a large organization may take too long.
        failures.push(error);
      }
    }
    if (corrected > 0) log.info(`usage: corrected that of ${corrected} organizations`);
    if (failures.length > 0) throw failures[0];
  };
}
