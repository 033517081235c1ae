import type { Scope } from '../../db/scope.ts';
import { bindsOf, type ExecutionsFilter } from '../../db/conditions/execution-conditions.ts';
import { failingTests } from './failure-rows.queries.ts';

/** How many tests failed with each of these fingerprints, by its hex digits. */
export async function countFailingTests(
  scope: Scope,
  { filter, fingerprintIds }: { filter: ExecutionsFilter; fingerprintIds: readonly string[] },
): Promise<Map<string, number>> {
  const { bind, value } = bindsOf(scope.organizationId);
  const rows = await scope.query<{ id: string; tests: number }>(
    `WITH ${failingTests({ filter, fingerprintIds }, value)}
     SELECT replace(fingerprint_id::text, '-', '') AS id, count(*)::integer AS tests
     FROM failing_tests
     GROUP BY fingerprint_id`,
    bind,
  );
  return new Map(rows.map((row) => [row.id, row.tests]));
}
