import type { Webhook as WebhookAnswer, WebhookChange } from '@svc/contract/webhooks/webhooks';
import { recordAuditEntry } from '../../audit-log/index.ts';
import type { Scope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { recordsOf, type RowOf } from '../../db/models/records.ts';
import { Webhook } from '../../db/models/webhook.ts';
import { ENDED_AT_ONCE, failPendingDeliveries, TURNED_OFF } from '../delivery/pausing.queries.ts';
import { sealChange } from './seal-change.ts';
import { toShownUrl } from './webhook-answer.ts';
import { refuseSecret, refuseShownUrl, refuseUnknownProject, refuseUrl } from './webhook-rules.ts';
import { resetHealth } from './webhooks.queries.ts';
import { openListedWebhook, readLockedWebhook } from './webhooks.service.ts';

const PLAIN = [
  'format',
  'events',
  'description',
  'active',
  'pauseReason',
  'project',
  'branch',
  'minSeverity',
] as const;
type PlainFacts = Pick<RowOf<Webhook>, (typeof PLAIN)[number] | 'shownUrl'>;

/**
 * Changes a webhook. Deliveries that wait for their next attempt fail if the webhook is turned off or gets another
 * format.
 * @throws SvcError NOT_FOUND as `readWebhook`; BAD_REQUEST as `createWebhook`, and for another format of a chat without
 * an address; CONFLICT as `sealChange`.
 */
export async function editWebhook(
  deps: Deps,
  scope: Scope,
  { id, url, secret, ...change }: WebhookChange,
): Promise<WebhookAnswer> {
  return scope.transaction(async (scope) => {
    const { id: webhookId } = await readLockedWebhook(scope, id);
    const before = await recordsOf(scope, Webhook).findOne({ id: webhookId });
    if (before === null) throw new Error('a locked webhook is gone');
    const after = computeFactsAfter(before, { url, ...change });
    refuseAddressAndSecret(deps, { before, after, url, secret });
    if (change.project != null) await refuseUnknownProject(scope, change.project);
    const sealed = sealChange(deps, before, { url, secret });
    const changed = pickChangedFacts(before, after, sealed);
    if (Object.keys(changed.after).length === 0) return openListedWebhook(deps, scope, id);
    await recordsOf(scope, Webhook).update(
      {
        ...after,
        ...sealed.columns,
        pausedAt: after.pauseReason === null ? null : before.pausedAt,
        updatedAt: deps.clock.now(),
      },
      { id: webhookId },
    );
    if (before.active && !after.active) {
      await failPendingDeliveries(scope, { webhookId, error: TURNED_OFF, most: ENDED_AT_ONCE });
    } else if (!before.active && after.active) {
      // Deliveries that the job has not ended yet.
      await failPendingDeliveries(scope, { webhookId, error: TURNED_OFF });
    } else if (before.format !== after.format) {
      await failPendingDeliveries(scope, { webhookId, error: REFORMATTED });
    }
    if (url !== undefined || (after.active && !before.active)) await resetHealth(scope, webhookId);
    await recordAuditEntry(deps, scope, {
      action: 'webhook.edited',
      target: { id: webhookId, name: after.shownUrl },
      details: changed,
    });
    return openListedWebhook(deps, scope, id);
  });
}

const REFORMATTED = 'the format of the webhook was changed';

function computeFactsAfter(
  before: RowOf<Webhook>,
  { url, ...change }: Omit<WebhookChange, 'id' | 'secret'>,
): PlainFacts {
  const format = change.format ?? before.format;
  const shown = url ?? (before.format === 'standard' ? before.shownUrl : undefined);
  return {
    format,
    shownUrl:
      shown === undefined || !URL.canParse(shown) ? before.shownUrl : toShownUrl(shown, format),
    events: change.events ?? before.events,
    description: change.description ?? before.description,
    active: change.active ?? before.active,
    // The person who turns it on or off knows.
    pauseReason: change.active === undefined ? before.pauseReason : null,
    project: change.project === undefined ? before.project : change.project,
    branch: change.branch === undefined ? before.branch : change.branch,
    minSeverity: change.minSeverity === undefined ? before.minSeverity : change.minSeverity,
  };
}

/** @throws SvcError BAD_REQUEST for an address or a secret that the webhook may not have. */
function refuseAddressAndSecret(
  deps: Pick<Deps, 'config'>,
  {
    before,
    after: { format },
    url,
    secret,
  }: {
    before: RowOf<Webhook>;
    after: PlainFacts;
    url: string | undefined;
    secret: string | null | undefined;
  },
): void {
  if (url !== undefined) refuseUrl(deps, url);
  else if (format !== before.format && before.format !== 'standard') refuseShownUrl(before.format);
  const hasSecret = secret === undefined ? before.sealedSecret !== null : secret !== null;
  if (hasSecret) refuseSecret(secret ?? null, format);
}

/**
 * The details of the change for the audit log. For a chat's address and for secrets, only the fact that they changed.
 */
function pickChangedFacts(
  before: PlainFacts,
  after: PlainFacts,
  { urlChanged, secretChanged }: { urlChanged: boolean; secretChanged: boolean },
): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const names = PLAIN.filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const factsOf = (facts: PlainFacts) =>
    Object.fromEntries<unknown>(names.map((name) => [name, facts[name]]));
  return {
    before: { ...factsOf(before), ...(urlChanged ? { url: before.shownUrl } : {}) },
    after: {
      ...factsOf(after),
      ...(urlChanged ? { url: after.shownUrl } : {}),
      ...(secretChanged ? { secret: 'changed' } : {}),
    },
  };
}
