import type { IngestExecution } from '@svc/contract/executions/ingest';
import type { TransactionScope } from '../../db/scope.ts';
import { resetFingerprintsFirstSeen, resetTestsFirstSeen } from '../../rollups/index.ts';
import type { UploadPlace } from '../results/upload-place.ts';
import { derivePartTimes, uniteTimes, type TimeSpan, type UnitedTimes } from './part-times.ts';

/**
 * The times of an execution after an upload. A repeated part, `null`, does not widen them: a report without times,
 * uploaded again from a copy, would end when the copy was written.
 */
export async function readUnitedTimes(
  scope: TransactionScope,
  {
    before,
    place,
    execution,
  }: { before: TimeSpan; place: UploadPlace; execution: IngestExecution | null },
): Promise<UnitedTimes> {
  if (execution === null) return { ...before, correctedFrom: null };
  const part = derivePartTimes(execution, place.at);
  return uniteTimes(before, part, () => findLastReceipt(scope, place));
}

/** When the newest upload of another part of the execution arrived; null without another part. */
async function findLastReceipt(
  scope: TransactionScope,
  { executionId, uploadId }: UploadPlace,
): Promise<Date | null> {
  const [row] = await scope.query<{ receivedAt: Date | null }>(
    `SELECT max(received_at) AS "receivedAt"
     FROM execution_uploads
     WHERE organization_id = $1
       AND execution_id = $2
       AND part_id <> (
         SELECT part_id
         FROM execution_uploads
         WHERE organization_id = $1 AND execution_id = $2 AND upload_id = $3)`,
    [scope.organizationId, executionId, uploadId],
  );
  return row?.receivedAt ?? null;
}

/**
 * Corrects when the execution's tests and fingerprints were first seen. `since` is the start that the part sent and
 * that was replaced. Otherwise a new failure would be older than its execution.
 */
export async function correctFirstSeen(
  scope: TransactionScope,
  { executionId, week, projectId }: UploadPlace,
  since: Date,
): Promise<void> {
  const tests = await scope.query<{ testId: string }>(
    `SELECT DISTINCT results.test_id AS "testId"
     FROM results
     JOIN tests ON tests.organization_id = $1 AND tests.id = results.test_id
     WHERE results.organization_id = $1
       AND results.execution_id = $2
       AND results.week = $3
       AND tests.first_seen_at >= $4`,
    [scope.organizationId, executionId, week, since],
  );
  const fingerprints = await scope.query<{ fingerprintId: string }>(
    `SELECT DISTINCT unnest(fingerprint_id || further_fingerprints) AS "fingerprintId"
     FROM failing_results
     WHERE organization_id = $1 AND execution_id = $2`,
    [scope.organizationId, executionId],
  );
  await resetTestsFirstSeen(scope, { since, testIds: tests.map(({ testId }) => testId) });
  await resetFingerprintsFirstSeen(scope, {
    since,
    fingerprints: fingerprints.map(({ fingerprintId }) => ({ projectId, fingerprintId })),
  });
}
