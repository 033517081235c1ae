import type { Scope } from '../../db/scope.ts';
import { recordsOf } from '../../db/models/records.ts';
import { RetentionSettings } from '../../db/models/retention-settings.ts';

/** The number of days that an organization keeps its data; null means forever. */
export interface Retention {
  resultsDays: number | null;
  artifactsDays: number | null;
  rollUpsDays: number | null;
}

const NOTHING_EXPIRES: Retention = { resultsDays: null, artifactsDays: null, rollUpsDays: null };

export async function readRetention(scope: Scope): Promise<Retention> {
  const row = await recordsOf(scope, RetentionSettings).findOne({});
  if (row === null) return NOTHING_EXPIRES;
  const { resultsDays, artifactsDays, rollUpsDays } = row;
  return { resultsDays, artifactsDays, rollUpsDays };
}

export async function writeRetention(scope: Scope, retention: Retention): Promise<void> {
  await recordsOf(scope, RetentionSettings).upsert(retention);
}
