import type { Classification } from '@svc/contract/executions/outcomes';
import type { Scope } from '../db/scope.ts';

/** Which state of an execution an analysis judged. */
export interface StoredAnalysis {
  id: string;
  revision: number;
  /** In Postgres' text form. */
  updatedAt: string;
  feedbackId: string | null;
  withLog: boolean;
  classification: Classification;
  confidence: number;
  needsHuman: boolean;
  summary: string;
  failures: number;
}

/** The analysis of an execution by this version of the classifier; null if there is none. */
export async function findStoredAnalysis(
  scope: Scope,
  { executionId, classifier }: { executionId: string; classifier: number },
): Promise<StoredAnalysis | null> {
  const [row] = await scope.query<StoredAnalysis>(
    `SELECT id,
            revision,
            execution_updated_at::text AS "updatedAt",
            feedback_id AS "feedbackId",
            with_log AS "withLog",
            classification,
            confidence,
            needs_human AS "needsHuman",
            summary,
            failures
     FROM analyses
     WHERE organization_id = $1 AND execution_id = $2 AND classifier = $3`,
    [scope.organizationId, executionId, classifier],
  );
  return row ?? null;
}

/** Notes that an analysis is of a later revision of the execution, which changed nothing. */
export async function noteRevision(
  scope: Scope,
  { id, revision }: { id: string; revision: number },
): Promise<void> {
  await scope.query('UPDATE analyses SET revision = $3 WHERE organization_id = $1 AND id = $2', [
    scope.organizationId,
    id,
    revision,
  ]);
}
