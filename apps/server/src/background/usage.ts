import { listActiveOrganizationIds } from '../db/organizations.queries.ts';
import { workInEachOrganization } from '../db/work-through-organizations.ts';
import type { Deps } from '../deps.ts';
import { correctUsage } from '../quotas/index.ts';
import type { JobLog } from '../jobs/keep-doing.ts';

/**
 * Counts what each organization stores, and corrects its usage. Counting a large organization may take too long: the
 * queue then repeats the job.
 */
export function keepUsage({ database }: Pick<Deps, 'database'>, log: JobLog): () => Promise<void> {
  return async () => {
    const corrected = await workInEachOrganization(
      database,
      listActiveOrganizationIds,
      async (organization) => Number(await correctUsage(organization)),
    );
    if (corrected > 0) log.info(`usage: corrected that of ${corrected} organizations`);
  };
}
