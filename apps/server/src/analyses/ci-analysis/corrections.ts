import type { Correction } from '@svc/contract/analysis/verdicts';
import type { Scope } from '../../db/scope.ts';
import { readActorNames, listNewestFeedback, type NewestFeedback } from './feedback.queries.ts';

/** The newest classes that people gave to these fingerprints (hex digits) of a project, by fingerprint. */
export async function readCorrections(
  scope: Scope,
  wanted: { projectId: string | null; fingerprintIds: readonly string[] },
): Promise<Map<string, Correction>> {
  if (wanted.fingerprintIds.length === 0) return new Map();
  const found = await listNewestFeedback(scope, wanted);
  if (found.length === 0) return new Map();
  const idsOf = (kind: NewestFeedback['actorKind']) => [
    ...new Set(found.filter((one) => one.actorKind === kind).map((one) => one.actorId)),
  ];
  const names = await readActorNames(scope, { userIds: idsOf('user'), keyIds: idsOf('apiKey') });
  return new Map(
    found.map(({ fingerprintId, classification, at, actorId }) => [
      fingerprintId,
      { classification, by: names.get(actorId) ?? null, at: at.toISOString() },
    ]),
  );
}
