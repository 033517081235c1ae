import { isTestWithId } from '../db/conditions/look-ups.ts';
import type { Scope } from '../db/scope.ts';
import { toArrayLiteral } from '../db/connections/plain-array.ts';
import { buildBoundedSql } from '../history/bounded-rows.queries.ts';

export interface TestIdentity {
  titlePath: string[];
  file: string;
  variant: string | null;
  /** Its approximate size. */
  bytes: number;
}

/** Parallel columns: transferring a row per test costs more in the driver than reading it costs Postgres. */
interface IdentityColumns {
  testIds: string[] | null;
  titlePaths: string[][] | null;
  files: string[] | null;
  variants: (string | null)[] | null;
  bytes: number[] | null;
}

/**
 * Returns the identities of the first tests in `testIds`, by testId. The last one is the test that reaches `maxBytes`.
 * Looks each test up by its id, regardless of the planner's statistics.
 */
export async function listTestIdentities(
  scope: Scope,
  { testIds, maxBytes }: { testIds: readonly string[]; maxBytes: number },
): Promise<Map<string, TestIdentity>> {
  if (testIds.length === 0) return new Map();
  const rows = `
    SELECT wanted.position,
           tests.id,
           tests.title_path,
           tests.file,
           tests.variant,
           octet_length(tests.title_path::text) + octet_length(tests.file)
             + coalesce(octet_length(tests.variant), 0) AS bytes
    FROM unnest($2::uuid[]) WITH ORDINALITY AS wanted (test_id, position)
    CROSS JOIN LATERAL (
      SELECT id, title_path, file, variant
      FROM tests
      WHERE ${isTestWithId('wanted.test_id')}
      OFFSET 0
    ) AS tests`;
  const [columns] = await scope.query<IdentityColumns>(
    `SELECT json_agg(replace(id::text, '-', '')) AS "testIds",
            json_agg(title_path) AS "titlePaths",
            json_agg(file) AS files,
            json_agg(variant) AS variants,
            json_agg(bytes) AS bytes
     FROM (${buildBoundedSql(rows, { order: 'position', maxBytes: '$3' })}) AS identities`,
    [scope.organizationId, toArrayLiteral(testIds), maxBytes],
  );
  const found = columns?.testIds ?? [];
  return new Map(
    found.map((testId, at) => [
      testId,
      {
        titlePath: columns?.titlePaths?.[at] ?? [],
        file: columns?.files?.[at] ?? '',
        variant: columns?.variants?.[at] ?? null,
        bytes: columns?.bytes?.[at] ?? 0,
      },
    ]),
  );
}
