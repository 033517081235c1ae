import type { Scope } from '../db/scope.ts';
import type { Database } from '../db/connections/database.ts';

/** For how many days an organization keeps its data; null means forever. */
export interface Retention {
  resultsDays: number | null;
  artifactsDays: number | null;
  rollUpsDays: number | null;
}

const NOTHING_EXPIRES: Retention = { resultsDays: null, artifactsDays: null, rollUpsDays: null };

export async function readRetention(scope: Scope): Promise<Retention> {
  const [row] = await scope.query<Retention>(
    `SELECT results_days AS "resultsDays", artifacts_days AS "artifactsDays", roll_ups_days AS "rollUpsDays"
     FROM retention
     WHERE organization_id = $1`,
    [scope.organizationId],
  );
  return row ?? NOTHING_EXPIRES;
}

export async function writeRetention(
  scope: Scope,
  { resultsDays, artifactsDays, rollUpsDays }: Retention,
): Promise<void> {
  await scope.query(
    `INSERT INTO retention (organization_id, results_days, artifacts_days, roll_ups_days)
     VALUES ($1, $2, $3, $4)
     ON CONFLICT (organization_id) DO UPDATE
     SET results_days = excluded.results_days,
         artifacts_days = excluded.artifacts_days,
         roll_ups_days = excluded.roll_ups_days`,
    [scope.organizationId, resultsDays, artifactsDays, rollUpsDays],
  );
}

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
