import type { Page } from '@svc/contract/pages';
import type { Webhook as WebhookAnswer, WebhooksQuery } from '@svc/contract/webhooks/webhooks';
import { recordAuditEntry } from '../../audit-log/index.ts';
import type { Scope, TransactionScope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { SvcError } from '../../errors.ts';
import { decodeCursor, encodeCursor } from '../../http/input/cursor.ts';
import { isUuid } from '../../http/input/uuid.ts';
import { recordsOf } from '../../db/models/records.ts';
import { Webhook } from '../../db/models/webhook.ts';
import { toWebhookAnswer } from './webhook-answer.ts';
import {
  deleteSomeOfWebhook,
  findWebhook,
  listWebhooks,
  lockWebhook,
  type ListedWebhook,
} from './webhooks.queries.ts';

/** @throws SvcError BAD_REQUEST for an invalid cursor. */
export async function readWebhooksPage(
  { clock }: Pick<Deps, 'clock'>,
  scope: Scope,
  { limit, cursor }: WebhooksQuery,
): Promise<Page<WebhookAnswer>> {
  const rows = await listWebhooks(scope, {
    before: cursor === undefined ? null : decodeCursor(cursor, isPosition).id,
    limit: limit + 1,
  });
  const items = rows.slice(0, limit).map((row) => toWebhookAnswer(row, clock.now()));
  const last = items.at(-1);
  return {
    items,
    nextCursor: rows.length > limit && last !== undefined ? encodeCursor({ id: last.id }) : null,
  };
}

function isPosition(value: unknown): value is { id: string } {
  const id = (value as { id?: unknown } | null)?.id;
  return typeof id === 'string' && isUuid(id);
}

/** @throws SvcError NOT_FOUND, the same for a webhook of another organization as for none. */
export async function readWebhook(scope: Scope, id: string): Promise<ListedWebhook> {
  const row = isUuid(id) ? await findWebhook(scope, id) : null;
  if (row === null) throw new SvcError('NOT_FOUND', `There is no webhook '${id}'.`);
  return row;
}

/**
 * Reads a webhook, and locks it against other changes until the transaction ends.
 * @throws SvcError NOT_FOUND as `readWebhook`.
 */
export async function readLockedWebhook(
  scope: TransactionScope,
  id: string,
): Promise<ListedWebhook> {
  if (isUuid(id)) await lockWebhook(scope, id);
  return readWebhook(scope, id);
}

/** @throws SvcError NOT_FOUND as `readWebhook`. */
export async function openListedWebhook(
  { clock }: Pick<Deps, 'clock'>,
  scope: Scope,
  id: string,
): Promise<WebhookAnswer> {
  return toWebhookAnswer(await readWebhook(scope, id), clock.now());
}

// One transaction for a million of them would take longer than a request may.
const DELIVERIES_AT_ONCE = 20_000;

/**
 * Deletes a webhook after its deliveries. If the request times out, another call continues.
 * @throws SvcError NOT_FOUND as `readWebhook`.
 */
export async function deleteWebhook(
  deps: Pick<Deps, 'clock' | 'random'>,
  scope: Scope,
  id: string,
): Promise<{ id: string; deleted: true }> {
  const { id: webhookId } = await readWebhook(scope, id);
  const some = { webhookId, limit: DELIVERIES_AT_ONCE };
  while ((await deleteSomeOfWebhook(scope, some)) === DELIVERIES_AT_ONCE) {
    // New deliveries would make this endless.
    await recordsOf(scope, Webhook).update({ active: false }, { id: webhookId });
  }
  return scope.transaction(async (scope) => {
    const row = await readLockedWebhook(scope, id);
    await recordsOf(scope, Webhook).destroy({ id: row.id });
    await recordAuditEntry(deps, scope, {
      action: 'webhook.deleted',
      target: { id: row.id, name: row.shownUrl },
      details: { events: row.events, description: row.description },
    });
    return { id: row.id, deleted: true as const };
  });
}
