import { toFingerprintId } from '../../db/conditions/fingerprint-text.ts';
import type { TransactionScope } from '../../db/scope.ts';
import { toArrayLiteral, toSparseArray } from '../../db/connections/plain-array.ts';
import type { FailingResult } from './failing-result.ts';

export interface FailingResultRow extends FailingResult {
  resultId: string;
  testId: string;
  uploadId: string;
  status: string;
  flaky: boolean;
}

/** Inserts the failing results of an execution, and the fingerprints that are new to its project. */
export async function insertFailingResults(
  scope: TransactionScope,
  execution: { executionId: string; projectId: string; startedAt: Date },
  rows: readonly FailingResultRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await insertFingerprints(scope, execution, collectFingerprintPatterns(rows));
  await scope.prepared(
    `INSERT INTO failing_results (
       organization_id, execution_id, result_id, test_id, upload_id, fingerprint_id, wasted_ms, status, flaky,
       further_fingerprints)
     SELECT organizations.organization_id, $2, result_id, test_id, upload_id, fingerprint_id, wasted_ms, status, flaky,
            further::uuid[]
     FROM organizations
     CROSS JOIN unnest(
       $3::uuid[], $4::uuid[], $5::bigint[], $6::uuid[], $7::bigint[], $8::result_status[], $9::boolean[], $10::text[])
       AS new (result_id, test_id, upload_id, fingerprint_id, wasted_ms, status, flaky, further)
     WHERE organizations.organization_id = $1`,
    [
      scope.organizationId,
      execution.executionId,
      toArrayLiteral(rows.map((row) => row.resultId)),
      toArrayLiteral(rows.map((row) => row.testId)),
      toArrayLiteral(rows.map((row) => row.uploadId)),
      toArrayLiteral(rows.map((row) => toFingerprintId(row.fingerprint.fingerprint))),
      toArrayLiteral(rows.map((row) => row.wastedMs)),
      toArrayLiteral(rows.map((row) => row.status)),
      toArrayLiteral(rows.map((row) => row.flaky)),
      toSparseArray(rows.map((row) => toFurtherIdsLiteral(row))),
    ],
  );
}

/** The patterns of all fingerprints of these failures, by id. */
function collectFingerprintPatterns(
  failures: readonly Pick<FailingResult, 'fingerprint' | 'further'>[],
): Map<string, string> {
  return new Map(
    failures
      .flatMap(({ fingerprint, further }) => [fingerprint, ...further])
      .map(({ fingerprint, pattern }) => [toFingerprintId(fingerprint), pattern]),
  );
}

/** The column further_fingerprints as a literal; null for none. */
function toFurtherIdsLiteral({ further }: Pick<FailingResult, 'further'>): string | null {
  if (further.length === 0) return null;
  return toArrayLiteral(further.map(({ fingerprint }) => toFingerprintId(fingerprint)));
}

/**
 * Inserts the missing fingerprints, patterns by id, sorted by id, so that two such statements
 * cannot deadlock. Existing ones are not updated, because the update would lock them for all uploads until this one
 * ends; the roll-up corrects `first_seen_at`.
 */
async function insertFingerprints(
  scope: TransactionScope,
  { projectId, startedAt }: { projectId: string; startedAt: Date },
  patterns: ReadonlyMap<string, string>,
): Promise<void> {
  const ids = [...patterns.keys()].toSorted();
  await scope.prepared(
    `INSERT INTO fingerprints (organization_id, project_id, first_seen_at, id, pattern)
     SELECT organizations.organization_id, $2, $3, new.id, new.pattern
     FROM organizations
     CROSS JOIN unnest($4::uuid[], $5::text[]) AS new (id, pattern)
     WHERE organizations.organization_id = $1
     ON CONFLICT (organization_id, project_id, id) DO NOTHING`,
    [
      scope.organizationId,
      projectId,
      startedAt,
      toArrayLiteral(ids),
      ids.map((id) => patterns.get(id)),
    ],
  );
}
