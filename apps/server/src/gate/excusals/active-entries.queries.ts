import { toFingerprintId } from '../../db/conditions/fingerprint-text.ts';
import type { Scope } from '../../db/scope.ts';

/** An entry as the gate needs it. */
export interface ActiveEntry {
  id: string;
  /** 32 hex digits. */
  testId: string;
  projectId: string;
  /** Title and variant of the test. */
  title: string;
  variant: string | null;
  /** Fingerprints as people entered them; null for every failure of the test. */
  fingerprints: string[] | null;
  reason: string;
  owner: string | null;
  expiresAt: Date;
}

/** The columns of an ActiveEntry, in a statement whose $1 is the organization. */
export const ENTRY_COLUMNS = `
       quarantine_entries.id,
       replace(quarantine_entries.test_id::text, '-', '') AS "testId",
       quarantine_entries.project_id AS "projectId",
       (SELECT title_path ->> -1
        FROM tests
        WHERE tests.organization_id = $1 AND tests.id = quarantine_entries.test_id) AS title,
       (SELECT variant
        FROM tests
        WHERE tests.organization_id = $1 AND tests.id = quarantine_entries.test_id) AS variant,
       quarantine_entries.fingerprints,
       quarantine_entries.reason,
       quarantine_entries.owner,
       quarantine_entries.expires_at AS "expiresAt"`;

/**
 * The condition that the test of an entry failed in the execution $2: one look-up for each entry, which ends at the first
 * failure. Entries are few.
 */
export const FAILED_IN_EXECUTION = `EXISTS (
         SELECT 1
         FROM failing_results
         WHERE failing_results.organization_id = $1
           AND failing_results.execution_id = $2
           AND failing_results.test_id = quarantine_entries.test_id
           AND failing_results.status IN ('failed', 'timedOut')
         OFFSET 0)`;

/** The active entries of a test, oldest first. */
export function listActiveEntriesOfTest(
  scope: Scope,
  { testId, now }: { testId: string; now: Date },
): Promise<ActiveEntry[]> {
  return scope.query<ActiveEntry>(
    `SELECT ${ENTRY_COLUMNS}
     FROM quarantine_entries
     WHERE organization_id = $1
       AND test_id = $2::uuid
       AND ended_at IS NULL
       AND expires_at > $3
     ORDER BY id`,
    [scope.organizationId, testId, now],
  );
}

/** The active entries of the tests that failed in an execution, oldest first. */
export function listActiveEntriesOfExecution(
  scope: Scope,
  { executionId, now }: { executionId: string; now: Date },
): Promise<ActiveEntry[]> {
  return scope.query<ActiveEntry>(
    `SELECT ${ENTRY_COLUMNS}
     FROM quarantine_entries
     WHERE organization_id = $1
       AND ended_at IS NULL
       AND expires_at > $3
       AND ${FAILED_IN_EXECUTION}
     ORDER BY id`,
    [scope.organizationId, executionId, now],
  );
}

/** The fingerprints that an entry covers, as 32 hex digits. Null for every failure of the test. */
export function readCoveredFingerprints({
  fingerprints,
}: Pick<ActiveEntry, 'fingerprints'>): string[] | null {
  return fingerprints?.map((fingerprint) => toFingerprintId(fingerprint)) ?? null;
}
