import type { Classification } from '@svc/contract/executions/outcomes';
import { toArrayLiteral } from '../../db/connections/plain-array.ts';
import type { Scope, TransactionScope } from '../../db/scope.ts';
import type { FailedFingerprint } from './verdict-rows.queries.ts';

/** The author of feedback. */
export interface FeedbackActor {
  kind: 'user' | 'apiKey';
  id: string;
}

export interface NewFeedback {
  id: string;
  analysisId: string;
  projectId: string | null;
  testId: string | null;
  classification: Classification;
  actor: FeedbackActor;
  mayQuarantine: boolean;
  at: Date;
}

/** Inserts a row for each fingerprint. */
export async function insertFeedback(
  scope: TransactionScope,
  feedback: NewFeedback,
  fingerprints: readonly FailedFingerprint[],
): Promise<void> {
  await scope.query(
    `INSERT INTO verdict_feedback (
       organization_id, analysis_id, project_id, test_id, classification, actor_kind, actor_id, at, id,
       may_quarantine, fingerprint_id, pattern)
     SELECT organizations.organization_id, $2, $3, $4, $5, $6, $7, $8, $9, $10, new.*
     FROM organizations
     CROSS JOIN unnest($11::uuid[], $12::text[]) AS new
     WHERE organizations.organization_id = $1`,
    [
      scope.organizationId,
      feedback.analysisId,
      feedback.projectId,
      feedback.testId,
      feedback.classification,
      feedback.actor.kind,
      feedback.actor.id,
      feedback.at,
      feedback.id,
      feedback.mayQuarantine,
      toArrayLiteral(fingerprints.map((one) => one.fingerprintId)),
      fingerprints.map((one) => one.pattern),
    ],
  );
}

export interface NewestFeedback {
  /** Hex digits. */
  fingerprintId: string;
  classification: Classification;
  at: Date;
  actorKind: FeedbackActor['kind'];
  actorId: string;
}

/** The newest feedback on each of these fingerprints (hex digits) in a project. */
export function listNewestFeedback(
  scope: Scope,
  { projectId, fingerprintIds }: { projectId: string | null; fingerprintIds: readonly string[] },
): Promise<NewestFeedback[]> {
  return scope.query<NewestFeedback>(
    `SELECT DISTINCT ON (fingerprint_id)
            replace(fingerprint_id::text, '-', '') AS "fingerprintId",
            classification,
            at,
            actor_kind AS "actorKind",
            actor_id AS "actorId"
     FROM verdict_feedback
     WHERE organization_id = $1
       AND fingerprint_id = ANY ($2::uuid[])
       AND project_id IS NOT DISTINCT FROM $3::uuid
     ORDER BY fingerprint_id, id DESC`,
    [scope.organizationId, toArrayLiteral(fingerprintIds), projectId],
  );
}

/** The names of users and keys that still exist, by id. */
export async function readActorNames(
  scope: Scope,
  { userIds, keyIds }: { userIds: readonly string[]; keyIds: readonly string[] },
): Promise<Map<string, string>> {
  const rows = await scope.query<{ id: string; name: string }>(
    `SELECT id, name FROM users WHERE id = ANY ($2::text[])
     UNION ALL
     SELECT id::text, name FROM api_keys WHERE organization_id = $1 AND id = ANY ($3::uuid[])`,
    [scope.organizationId, userIds, toArrayLiteral(keyIds)],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
