import type { ApiKeyFirstUse, ApiKeyList, ApiKeyRecord } from '@svc/contract/people/api-keys';
import type { Scope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { ApiKey } from '../../db/models/api-key.ts';
import { recordsOf } from '../../db/models/records.ts';
import { toApiKeyRecord, toListedApiKey } from './api-key-answer.ts';
import { findFirstExecution, listShownKeyIds } from './api-keys.queries.ts';
import { findKey, NEWEST_FIRST } from './api-keys.service.ts';
import { MOST_ACTIVE_KEYS } from './key-rules.ts';

// Long enough to find out which key a failing upload uses.
const ENDED_KEYS_DAYS = 90;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The active keys, newest first, then keys that were revoked or expired in the last 90 days, the last ended first.
 * At most 1,000 keys are active, and at most 1,000 ended ones are listed.
 */
export async function listRecentKeys(deps: Deps, scope: Scope): Promise<ApiKeyList> {
  const now = deps.clock.now();
  const endedSince = new Date(now.getTime() - ENDED_KEYS_DAYS * DAY_MS);
  const ids = await listShownKeyIds(scope, { now, endedSince, most: MOST_ACTIVE_KEYS });
  const rows = await recordsOf(scope, ApiKey).findAll({ where: { id: ids }, order: NEWEST_FIRST });
  const records = rows.map((row) => toApiKeyRecord(row, now));
  const active = records.filter(({ status }) => status === 'active');
  const ended = records
    .filter(({ status }) => status !== 'active')
    .toSorted((a, b) => (pickEndTime(a) < pickEndTime(b) ? 1 : -1));
  const { readsPerMinute, writesPerMinute } = deps.config;
  return {
    items: [...active, ...ended].map((one) => toListedApiKey(deps, one)),
    defaults: { readsPerMinute, writesPerMinute },
  };
}

function pickEndTime({ revokedAt, expiresAt }: ApiKeyRecord): string {
  return revokedAt ?? expiresAt ?? '';
}

/**
 * Whether the key was used, and the first execution that it uploaded to. Cheap enough to be requested every few
 * seconds.
 * @throws SvcError NOT_FOUND when the organization has no such key.
 */
export async function readFirstUse(deps: Deps, scope: Scope, id: string): Promise<ApiKeyFirstUse> {
  const key = await findKey(scope, id);
  const execution = await findFirstExecution(scope, key.id);
  return {
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    execution:
      execution === null
        ? null
        : { ...execution, url: `${deps.config.baseUrl}/executions/${execution.id}` },
  };
}
