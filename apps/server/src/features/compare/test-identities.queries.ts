import type { Database } from '../../db/database.ts';
import { plainArray } from '../../db/plain-array.ts';

export interface TestIdentity {
  titlePath: string[];
  file: string;
  variant: string | null;
}

/** Parallel columns: a row for each test costs the driver more than reading it costs Postgres. */
interface IdentityColumns {
  testIds: string[] | null;
  titlePaths: string[][] | null;
  files: string[] | null;
  variants: (string | null)[] | null;
}

/** What these tests are called, by testId. */
export async function testIdentities(
  database: Database,
  organizationId: string,
  testIds: readonly string[],
): Promise<Map<string, TestIdentity>> {
  if (testIds.length === 0) return new Map();
  const [columns] = await database.query<IdentityColumns>(
    `SELECT json_agg(replace(id::text, '-', '')) AS "testIds",
            json_agg(title_path) AS "titlePaths",
            json_agg(file) AS files,
            json_agg(variant) AS variants
     FROM tests
     WHERE organization_id = $1 AND id = ANY ($2::uuid[])`,
    [organizationId, plainArray(testIds)],
  );
  const found = columns?.testIds ?? [];
  return new Map(
    found.map((testId, at) => [
      testId,
      {
        titlePath: columns?.titlePaths?.[at] ?? [],
        file: columns?.files?.[at] ?? '',
        variant: columns?.variants?.[at] ?? null,
      },
    ]),
  );
}
