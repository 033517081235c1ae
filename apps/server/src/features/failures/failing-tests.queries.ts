import type { Database } from '../../db/database.ts';
import { bindsOf, type ExecutionsFilter } from '../../db/execution-conditions.ts';
import { failingTests } from './failure-rows.queries.ts';

/** How many tests failed with each of these fingerprints, by its hex digits. */
export async function countFailingTests(
  database: Database,
  organizationId: string,
  { filter, fingerprintIds }: { filter: ExecutionsFilter; fingerprintIds: readonly string[] },
): Promise<Map<string, number>> {
  const { bind, value } = bindsOf(organizationId);
  const rows = await database.query<{ id: string; tests: number }>(
    `WITH ${failingTests({ filter, fingerprintIds }, value)}
     SELECT replace(fingerprint_id::text, '-', '') AS id, count(*)::integer AS tests
     FROM failing_tests
     GROUP BY fingerprint_id`,
    bind,
  );
  return new Map(rows.map((row) => [row.id, row.tests]));
}
