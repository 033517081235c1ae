import { recordAuditEntry } from '../../audit-log/index.ts';
import { createScope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import type { WebhookKey } from './claims.queries.ts';
import {
  ENDED_AT_ONCE,
  failPendingDeliveries,
  storePause,
  TURNED_OFF,
  type PauseReason,
} from './pausing.queries.ts';

/** Why and when the server turns a webhook off. A person who turns one off gives no reason. */
export interface Pause extends WebhookKey {
  reason: PauseReason;
  /** When the attempt was sent that is the reason. */
  at: Date;
}

/** Turns a webhook off with an entry in the audit log. Deliveries that wait for their next attempt fail. */
export async function pauseWebhook(
  deps: Pick<Deps, 'database' | 'clock' | 'random'>,
  { organizationId, webhookId: id, reason, at }: Pause,
): Promise<void> {
  await createScope(deps.database, organizationId).transaction(async (scope) => {
    const paused = await storePause(scope, { id, reason, at });
    if (paused === null) return;
    await failPendingDeliveries(scope, {
      webhookId: id,
      error: TURNED_OFF,
      most: ENDED_AT_ONCE,
    });
    await recordAuditEntry(deps, scope, {
      action: 'webhook.paused',
      target: { id, name: paused.shownUrl },
      details: { reason },
    });
  });
}
