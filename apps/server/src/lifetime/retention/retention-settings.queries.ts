import type { Database } from '../../db/connections/database.ts';
import type { Retention } from './retention-settings.ts';

/** The settings of every organization. */
export async function listRetention(
  database: Database,
): Promise<(Retention & { organizationId: string })[]> {
  return database.query(
    `SELECT organizations.organization_id AS "organizationId",
            retention.results_days AS "resultsDays",
            retention.artifacts_days AS "artifactsDays",
            retention.roll_ups_days AS "rollUpsDays"
     FROM organizations
     LEFT JOIN retention USING (organization_id)
     ORDER BY organizations.organization_id`,
  );
}
