import type { TransactionScope } from '../../db/scope.ts';
import { toArrayLiteral } from '../../db/connections/plain-array.ts';
import { RESULT_IDENTITY, type Repeats } from './known-results.queries.ts';

/** An artifact that a result of the execution already has. */
export interface KnownArtifact {
  id: string;
  name: string;
  attempt: number | null;
  sizeBytes: number;
  sha256: string | null;
  state: 'pending' | 'stored' | 'expired';
}

/**
 * The execution's results of these tests, by identity: the first result of each identity, and the artifacts of all of
 * them.
 */
export async function readKnownArtifacts(
  scope: TransactionScope,
  { executionId, week, uploadIds, testIds }: Repeats & { testIds: readonly string[] },
): Promise<Map<string, { resultId: string; artifacts: KnownArtifact[] }>> {
  const rows = await scope.query<KnownRow>(
    `SELECT ${RESULT_IDENTITY} AS identity,
            results.id AS "resultId",
            artifacts.id,
            artifacts.name,
            artifacts.attempt,
            artifacts.size_bytes::float8 AS "sizeBytes",
            artifacts.sha256,
            artifacts.state
     FROM results
     LEFT JOIN artifacts ON artifacts.organization_id = results.organization_id
                        AND artifacts.execution_id = results.execution_id
                        AND artifacts.result_id = results.id
     WHERE results.organization_id = $1
       AND results.execution_id = $2
       AND results.week = $3
       AND results.upload_id = ANY ($4::bigint[])
       AND results.test_id = ANY ($5::uuid[])
     ORDER BY results.id, artifacts.id`,
    [scope.organizationId, executionId, week, uploadIds, toArrayLiteral(testIds)],
  );
  const known = new Map<string, { resultId: string; artifacts: KnownArtifact[] }>();
  for (const { identity, resultId, ...artifact } of rows) {
    const result = known.get(identity) ?? { resultId, artifacts: [] };
    known.set(identity, result);
    if (artifact.id !== null) result.artifacts.push(artifact);
  }
  return known;
}

/** All fields except the result's are null for a result without artifacts. */
type KnownRow = { identity: string; resultId: string } & (KnownArtifact | { id: null });
