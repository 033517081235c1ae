import type { Scope } from '../../db/scope.ts';
import type { SentFacts } from './analysis-detail.ts';

/** An analysis, with the state of the execution that it judged. */
export interface StoredAnalysis {
  id: string;
  revision: number;
  /** Time in Postgres' text form. */
  updatedAt: string;
  /** Whether people gave a class to one of its fingerprints since. */
  hasNewerFeedback: boolean;
}

/** The analysis of an execution; null if there is none by this version of the classifier. */
export async function findStoredAnalysis(
  scope: Scope,
  { executionId, classifier }: { executionId: string; classifier: number },
): Promise<StoredAnalysis | null> {
  const [row] = await scope.query<StoredAnalysis>(
    `SELECT id,
            revision,
            execution_updated_at::text AS "updatedAt",
            EXISTS (
              SELECT 1 FROM verdict_fingerprints
              JOIN verdict_feedback ON verdict_feedback.organization_id = $1
                                   AND verdict_feedback.fingerprint_id = verdict_fingerprints.fingerprint_id
                                   AND verdict_feedback.project_id = analyses.project_id
              WHERE verdict_fingerprints.organization_id = $1
                AND verdict_fingerprints.analysis_id = analyses.id
                AND (analyses.feedback_id IS NULL OR verdict_feedback.id > analyses.feedback_id)
            ) AS "hasNewerFeedback"
     FROM analyses
     WHERE organization_id = $1 AND execution_id = $2 AND classifier = $3`,
    [scope.organizationId, executionId, classifier],
  );
  return row ?? null;
}

/** Facts that requests sent with an execution. */
export interface StoredFacts {
  sent: SentFacts;
  /** Whether the log is of the present state of the execution: no part arrived since. */
  isLogCurrent: boolean;
}

/** Reads the facts that requests sent with an execution; empty if there are none. */
export async function readSentFacts(
  scope: Scope,
  { id, updatedAt }: { id: string; updatedAt: string },
): Promise<StoredFacts> {
  const [row] = await scope.query<StoredFacts>(
    `SELECT sent, execution_updated_at = $3::timestamptz AS "isLogCurrent"
     FROM analyses
     WHERE organization_id = $1 AND execution_id = $2 AND sent IS NOT NULL`,
    [scope.organizationId, id, updatedAt],
  );
  return row ?? { sent: {}, isLogCurrent: false };
}

/** The analysis of an execution by any version of the classifier; null if there is none. */
export async function readAnalysisId(scope: Scope, executionId: string): Promise<string | null> {
  const [row] = await scope.query<{ id: string }>(
    `SELECT id
     FROM analyses
     WHERE organization_id = $1 AND execution_id = $2`,
    [scope.organizationId, executionId],
  );
  return row?.id ?? null;
}
