import type { CorrectedFailure } from '@svc/analysis/classify/failure';
import type { Classification } from '@svc/contract/executions/outcomes';
import { toArrayLiteral } from '../../db/connections/plain-array.ts';
import type { Scope } from '../../db/scope.ts';
import { fingerprintText } from '../../db/conditions/fingerprint-text.ts';

/** The class that people gave to a fingerprint last. */
export interface CorrectedClass {
  classification: Classification;
  /** Whether who gave it may quarantine, too. */
  isTrusted: boolean;
}

/** The newest correction of each of these fingerprints (hex digits) in a project, by fingerprint. */
export async function readCorrectedClasses(
  scope: Scope,
  { projectId, fingerprintIds }: { projectId: string | null; fingerprintIds: readonly string[] },
): Promise<Map<string, CorrectedClass>> {
  if (fingerprintIds.length === 0) return new Map();
  const rows = await scope.query<CorrectedClass & { id: string }>(
    `SELECT replace(asked.id::text, '-', '') AS id,
            newest.classification,
            newest.may_quarantine AS "isTrusted"
     FROM unnest($2::uuid[]) AS asked (id)
     CROSS JOIN LATERAL (
       SELECT classification, may_quarantine
       FROM verdict_feedback
       WHERE organization_id = $1
         AND fingerprint_id = asked.id
         AND project_id IS NOT DISTINCT FROM $3::uuid
       ORDER BY verdict_feedback.id DESC
       LIMIT 1
     ) AS newest`,
    [scope.organizationId, toArrayLiteral([...new Set(fingerprintIds)]), projectId],
  );
  return new Map(rows.map(({ id, ...correction }) => [id, correction]));
}

const MOST_CORRECTED = 500;
// A correction of a whole outage is about up to 10,000 fingerprints, and must not push out all others.
const MOST_PER_CORRECTION = 20;

/**
 * Failures with the class that people gave them last in the organization: of the newest 500 corrections up to 20
 * fingerprints each, together at most 500 fingerprints.
 */
export async function listCorrectedFailures(scope: Scope): Promise<CorrectedFailure[]> {
  return scope.query<CorrectedFailure>(
    // One step of the primary key per correction, however many fingerprints it is about.
    `WITH RECURSIVE corrections AS (
       (SELECT id, 1 AS place
        FROM verdict_feedback
        WHERE organization_id = $1
        ORDER BY id DESC
        LIMIT 1)
       UNION ALL
       SELECT older.id, corrections.place + 1
       FROM corrections
       CROSS JOIN LATERAL (
         SELECT id
         FROM verdict_feedback
         WHERE organization_id = $1 AND verdict_feedback.id < corrections.id
         ORDER BY verdict_feedback.id DESC
         LIMIT 1) AS older
       WHERE corrections.place < ${MOST_CORRECTED}
     )
     SELECT fingerprint, pattern, classification
     FROM (
       SELECT DISTINCT ON (given.fingerprint_id)
              corrections.id,
              ${fingerprintText('given.fingerprint_id')} AS fingerprint,
              given.pattern,
              given.classification
       FROM corrections
       CROSS JOIN LATERAL (
         SELECT fingerprint_id, pattern, classification
         FROM verdict_feedback
         WHERE organization_id = $1 AND verdict_feedback.id = corrections.id AND pattern <> ''
         ORDER BY fingerprint_id
         LIMIT ${MOST_PER_CORRECTION}) AS given
       ORDER BY given.fingerprint_id, corrections.id DESC
     ) AS newest
     ORDER BY id DESC, fingerprint
     LIMIT ${MOST_CORRECTED}`,
    [scope.organizationId],
  );
}

/** The newest feedback of the organization; null if there is none. */
export async function findNewestFeedbackId(scope: Scope): Promise<string | null> {
  const [row] = await scope.query<{ id: string | null }>(
    `SELECT id
     FROM verdict_feedback
     WHERE organization_id = $1
     ORDER BY id DESC
     LIMIT 1`,
    [scope.organizationId],
  );
  return row?.id ?? null;
}
