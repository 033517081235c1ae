import { fingerprintText } from '../../db/conditions/fingerprint-text.ts';
import { toArrayLiteral } from '../../db/connections/plain-array.ts';
import type { Scope } from '../../db/scope.ts';

export interface StoredPattern {
  fingerprint: string;
  pattern: string;
  firstSeenAt: Date;
}

const PATTERN_CHARACTERS = 500;

/** The patterns of these fingerprints (32 hex digits) in the project of the execution, by these digits. */
export async function listPatterns(
  scope: Scope,
  { executionId, fingerprintIds }: { executionId: string; fingerprintIds: readonly string[] },
): Promise<Map<string, StoredPattern>> {
  if (fingerprintIds.length === 0) return new Map();
  const rows = await scope.query<StoredPattern & { id: string }>(
    `SELECT replace(fingerprints.id::text, '-', '') AS id,
            ${fingerprintText('fingerprints.id')} AS fingerprint,
            left(fingerprints.pattern, ${PATTERN_CHARACTERS}) AS pattern,
            fingerprints.first_seen_at AS "firstSeenAt"
     FROM fingerprints
     WHERE fingerprints.organization_id = $1
       AND fingerprints.project_id = (
         SELECT project_id
         FROM executions
         WHERE organization_id = $1 AND id = $2)
       AND fingerprints.id = ANY ($3::uuid[])`,
    [scope.organizationId, executionId, toArrayLiteral(fingerprintIds)],
  );
  return new Map(rows.map(({ id, ...pattern }) => [id, pattern]));
}
