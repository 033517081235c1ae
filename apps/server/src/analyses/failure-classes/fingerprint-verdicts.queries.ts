import type { LabelFields } from '@svc/analysis/verdicts/verdict-label';
import type { Classification } from '@svc/contract/executions/outcomes';
import { toArrayLiteral } from '../../db/connections/plain-array.ts';
import type { Scope, TransactionScope } from '../../db/scope.ts';
import { buildFingerprintVerdictKey, readFingerprintLabels } from './fingerprint-labels.queries.ts';
import { NO_LABEL } from './verdict-classes.queries.ts';

/** The newest class of a fingerprint (hex digits). */
export interface FingerprintClass {
  fingerprintId: string;
  classification: Classification;
  confidence: number;
}

/**
 * Stores the newest classes of fingerprints of a project, sorted by id, so that two statements on them cannot deadlock.
 * Keeps a class from an execution that began later, and one from newer feedback.
 */
export async function writeFingerprintVerdicts(
  scope: TransactionScope,
  {
    projectId,
    analysisId,
    at,
    feedbackId,
    classes,
  }: {
    projectId: string;
    analysisId: string;
    at: Date;
    feedbackId: string | null;
    classes: readonly FingerprintClass[];
  },
): Promise<void> {
  if (classes.length === 0) return;
  await scope.query(
    `INSERT INTO fingerprint_verdicts (
       organization_id, project_id, fingerprint_id, classification, confidence, analysis_id, at, feedback_id)
     SELECT fingerprints.organization_id, $2, new.id, new.classification, new.confidence, $3, $4, $5
     FROM unnest($6::uuid[], $7::classification[], $8::double precision[]) AS new (id, classification, confidence)
     -- A rebuild may have deleted it meanwhile.
     JOIN fingerprints ON fingerprints.organization_id = $1
                      AND fingerprints.project_id = $2
                      AND fingerprints.id = new.id
     ORDER BY new.id
     ON CONFLICT (organization_id, project_id, fingerprint_id) DO UPDATE
     SET classification = excluded.classification,
         confidence = excluded.confidence,
         analysis_id = excluded.analysis_id,
         at = excluded.at,
         feedback_id = excluded.feedback_id
     WHERE fingerprint_verdicts.at <= excluded.at
       AND (fingerprint_verdicts.feedback_id IS NULL
         OR fingerprint_verdicts.feedback_id <= excluded.feedback_id)`,
    [
      scope.organizationId,
      projectId,
      analysisId,
      at,
      feedbackId,
      toArrayLiteral(classes.map((one) => one.fingerprintId)),
      toArrayLiteral(classes.map((one) => one.classification)),
      toArrayLiteral(classes.map((one) => one.confidence)),
    ],
  );
}

/**
 * Sets the class of fingerprints that a person corrected, also where the newest class is of another execution. Locks the
 * rows sorted by id, as `writeFingerprintVerdicts` does.
 */
export async function correctFingerprintVerdicts(
  scope: TransactionScope,
  {
    projectId,
    fingerprintIds,
    classification,
    feedbackId,
  }: {
    projectId: string;
    fingerprintIds: readonly string[];
    classification: Classification;
    feedbackId: string;
  },
): Promise<void> {
  await scope.query(
    `UPDATE fingerprint_verdicts
     SET classification = $4, confidence = 1, feedback_id = $5
     FROM (
       SELECT fingerprint_id AS id
       FROM fingerprint_verdicts
       WHERE organization_id = $1 AND project_id = $2 AND fingerprint_id = ANY ($3::uuid[])
       ORDER BY fingerprint_id
       FOR UPDATE
     ) AS locked
     WHERE organization_id = $1 AND project_id = $2 AND fingerprint_id = locked.id`,
    [scope.organizationId, projectId, toArrayLiteral(fingerprintIds), classification, feedbackId],
  );
}

/** The newest label of each of these fingerprints, by `buildFingerprintClassKey`. Those without a verdict are missing. */
export async function readFingerprintClasses(
  scope: Scope,
  fingerprints: readonly { project: string; fingerprintId: string }[],
): Promise<Map<string, LabelFields>> {
  if (fingerprints.length === 0) return new Map();
  const rows = await scope.query<{
    project: string;
    analysisId: string;
    fingerprintId: string;
    classification: Classification;
    confidence: number;
  }>(
    `SELECT projects.name AS project,
            replace(fingerprint_verdicts.fingerprint_id::text, '-', '') AS "fingerprintId",
            fingerprint_verdicts.analysis_id AS "analysisId",
            fingerprint_verdicts.classification,
            fingerprint_verdicts.confidence
     FROM unnest($2::text[], $3::uuid[]) AS asked (project, fingerprint_id)
     JOIN projects ON projects.organization_id = $1 AND projects.name = asked.project
     JOIN fingerprint_verdicts ON fingerprint_verdicts.organization_id = $1
                              AND fingerprint_verdicts.project_id = projects.id
                              AND fingerprint_verdicts.fingerprint_id = asked.fingerprint_id`,
    [
      scope.organizationId,
      fingerprints.map(({ project }) => project),
      toArrayLiteral(fingerprints.map(({ fingerprintId }) => fingerprintId)),
    ],
  );
  const labels = await readFingerprintLabels(scope, rows);
  return new Map(
    rows.map((row) => [
      buildFingerprintClassKey(row),
      labels.get(buildFingerprintVerdictKey(row)) ?? NO_LABEL,
    ]),
  );
}

/** The key of a fingerprint of a project in maps. */
export function buildFingerprintClassKey({
  project,
  fingerprintId,
}: {
  project: string;
  fingerprintId: string;
}): string {
  return `${fingerprintId} ${project}`;
}
