import type { LabelledFailure } from '@svc/analysis/classify/failure';
import type { Classification } from '@svc/contract/executions/outcomes';
import { fingerprintId } from '../db/conditions/fingerprint-text.ts';
import { plainArray } from '../db/connections/plain-array.ts';
import type { Scope } from '../db/scope.ts';
import { fingerprintAliases } from '../history/fingerprint-aliases.queries.ts';
import { fingerprintText } from './fingerprint-text.ts';

/** How many people gave each class to a fingerprint. */
export type Labels = Partial<Record<Classification, number>>;

/**
 * The labels of these fingerprints (hex digits) in a project, also those that people gave under an older algorithm.
 * The newest opinion of each person and key counts.
 */
export async function labelsOf(
  scope: Scope,
  { projectId, fingerprintIds }: { projectId: string | null; fingerprintIds: readonly string[] },
): Promise<Map<string, Labels>> {
  if (fingerprintIds.length === 0) return new Map();
  const older = await fingerprintAliases(scope, fingerprintIds, 'older');
  const asked = [
    ...fingerprintIds.map((id) => ({ id, labelled: id })),
    ...older
      .filter((alias) => alias.projectId === projectId)
      .map(({ fingerprint, alias }) => ({ id: fingerprint, labelled: fingerprintId(alias) })),
  ];
  const rows = await scope.query<{ id: string; classification: Classification; people: number }>(
    `SELECT replace(id::text, '-', '') AS id, classification, count(*)::integer AS people
     FROM (
       SELECT DISTINCT ON (asked.id, actor_kind, actor_id) asked.id, classification
       FROM unnest($2::uuid[], $3::uuid[]) AS asked (id, labelled)
       JOIN verdict_feedback ON verdict_feedback.organization_id = $1
                            AND verdict_feedback.fingerprint_id = asked.labelled
                            AND verdict_feedback.project_id IS NOT DISTINCT FROM $4::uuid
       ORDER BY asked.id, actor_kind, actor_id, verdict_feedback.id DESC
     ) AS opinions
     GROUP BY id, classification`,
    [
      scope.organizationId,
      plainArray(asked.map(({ id }) => id)),
      plainArray(asked.map(({ labelled }) => labelled)),
      projectId,
    ],
  );
  return new Map(
    [...Map.groupBy(rows, (row) => row.id)].map(([id, ofFingerprint]) => [
      id,
      Object.fromEntries(ofFingerprint.map((row) => [row.classification, row.people])),
    ]),
  );
}

const MOST_LABELLED = 500;

/** What people said last in the organization: the newest 500 opinions, one per fingerprint. */
export async function newestLabelled(scope: Scope): Promise<LabelledFailure[]> {
  const rows = await scope.query<LabelledFailure>(
    `SELECT ${fingerprintText('fingerprint_version', 'fingerprint_id')} AS fingerprint,
            pattern,
            classification
     FROM verdict_feedback
     WHERE organization_id = $1
     ORDER BY id DESC
     LIMIT ${MOST_LABELLED}`,
    [scope.organizationId],
  );
  const newest = new Map<string, LabelledFailure>();
  for (const row of rows) if (!newest.has(row.fingerprint)) newest.set(row.fingerprint, row);
  return [...newest.values()];
}

/** The newest feedback of the organization; null if nobody gave any. */
export async function newestFeedbackId(scope: Scope): Promise<string | null> {
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
