import { findChat } from '@svc/contract/zod-free/chat-addresses';
import {
  WEBHOOKS_MOST,
  type Webhook as WebhookAnswer,
  type WebhookFormat,
  type WebhookInput,
} from '@svc/contract/webhooks/webhooks';
import { recordAuditEntry } from '../../audit-log/index.ts';
import type { RequestScope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { SvcError } from '../../errors.ts';
import { recordsOf } from '../../db/models/records.ts';
import { Webhook } from '../../db/models/webhook.ts';
import { buildSealPlace } from '../opened-webhook.ts';
import { toShownUrl } from './webhook-answer.ts';
import { refuseSecret, refuseUnknownProject, refuseUrl } from './webhook-rules.ts';
import { countWebhooksLocked } from './webhooks.queries.ts';
import { openListedWebhook } from './webhooks.service.ts';

/**
 * Stores a webhook with its address and secret encrypted.
 * @throws SvcError BAD_REQUEST for an address, secret or project that it may not have; CONFLICT with 100 webhooks.
 */
export async function createWebhook(
  deps: Deps,
  scope: RequestScope,
  { url, secret, format: wanted, ...input }: WebhookInput,
): Promise<WebhookAnswer> {
  const format = wanted ?? (secret === undefined ? chooseFormat(url) : 'standard');
  refuseUrl(deps, url);
  if (secret !== undefined) refuseSecret(secret, format);
  const { keyring, clock, random } = deps;
  const { organizationId } = scope;
  const now = clock.now();
  const createdBy = scope.principal.name;
  return scope.transaction(async (scope) => {
    if (input.project != null) await refuseUnknownProject(scope, input.project);
    if ((await countWebhooksLocked(scope)) >= WEBHOOKS_MOST) {
      throw new SvcError('CONFLICT', `The organization has ${WEBHOOKS_MOST} webhooks.`, {
        hint: 'Delete one of them first.',
      });
    }
    const id = random.id();
    const sealed = (text: string, column: 'sealedUrl' | 'sealedSecret') =>
      keyring.seal(text, buildSealPlace({ organizationId, id }, column));
    const facts = {
      format,
      shownUrl: toShownUrl(url, format),
      events: input.events,
      description: input.description ?? '',
      active: input.active ?? true,
      project: input.project ?? null,
      branch: input.branch ?? null,
      minSeverity: input.minSeverity ?? null,
    };
    await recordsOf(scope, Webhook).create({
      id,
      ...facts,
      keyId: keyring.keyId,
      sealedUrl: sealed(url, 'sealedUrl'),
      sealedSecret: secret === undefined ? null : sealed(secret, 'sealedSecret'),
      createdAt: now,
      createdBy,
      updatedAt: now,
    });
    const { shownUrl, ...details } = facts;
    await recordAuditEntry(deps, scope, {
      action: 'webhook.created',
      target: { id, name: shownUrl },
      details: { ...details, hasSecret: secret !== undefined },
    });
    return openListedWebhook(deps, scope, id);
  });
}

function chooseFormat(url: string): WebhookFormat {
  const chat = findChat(url);
  return chat?.isCertain === true ? chat.format : 'standard';
}
