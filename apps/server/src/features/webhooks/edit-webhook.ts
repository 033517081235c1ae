import type { Webhook as WebhookAnswer, WebhookChange } from '@svc/contract/webhooks/webhooks';
import { recordAuditEntry } from '../../audit/record-audit-entry.ts';
import type { Scope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { SvcError } from '../../errors.ts';
import { recordsOf, type RowOf } from '../../models/records.ts';
import { Webhook } from '../../models/webhook.ts';
import { UnknownKeyError } from '../../secrets/keyring.ts';
import { openWebhook, placeOf } from '../../webhooks/opened-webhook.ts';
import { failPendingDeliveries } from '../../webhooks/delivery/pausing.queries.ts';
import { shownUrlOf } from './webhook-answer.ts';
import { refuseSecret, refuseShownUrl, refuseUnknownProject, refuseUrl } from './webhook-rules.ts';
import { lockWebhook, resetHealth } from './webhooks.queries.ts';
import { openListedWebhook, readWebhook } from './webhooks.service.ts';

/** How long the secret before a new one signs too, so that receivers can take their time. */
const ROTATION_MS = 24 * 60 * 60 * 1000;

const PLAIN = [
  'format',
  'events',
  'description',
  'active',
  'project',
  'branch',
  'minSeverity',
] as const;
type PlainFacts = Pick<RowOf<Webhook>, (typeof PLAIN)[number] | 'shownUrl'>;

/**
 * Changes a webhook. What waits for its next attempt fails if the webhook is turned off or gets another format.
 * @throws SvcError NOT_FOUND as `readWebhook`; BAD_REQUEST as `createWebhook`; CONFLICT when the stored address and
 * secret cannot be decrypted and the change does not set them.
 */
export async function editWebhook(
  deps: Deps,
  scope: Scope,
  { id, url, secret, ...change }: WebhookChange,
): Promise<WebhookAnswer> {
  return scope.transaction(async (scope) => {
    const { id: webhookId } = await readWebhook(scope, id);
    await lockWebhook(scope, webhookId);
    const before = await recordsOf(scope, Webhook).findOne({ id: webhookId });
    // Deleted meanwhile.
    if (before === null) return openListedWebhook(deps, scope, id);
    const stored = openStored(deps, before, { url, secret });
    const format = change.format ?? before.format;
    if (url !== undefined) refuseUrl(deps, url);
    else if (format !== before.format && before.format !== 'standard')
      refuseShownUrl(before.format);
    if (secret !== undefined && secret !== null) refuseSecret(secret, format);
    else if (secret === undefined && stored.secret !== null && format !== 'standard') {
      refuseSecret(stored.secret, format);
    }
    if (change.project != null) await refuseUnknownProject(scope, change.project);
    const after: PlainFacts = {
      format,
      shownUrl: shownUrlOf(url ?? stored.url, format),
      events: change.events ?? before.events,
      description: change.description ?? before.description,
      active: change.active ?? before.active,
      project: change.project === undefined ? before.project : change.project,
      branch: change.branch === undefined ? before.branch : change.branch,
      minSeverity: change.minSeverity === undefined ? before.minSeverity : change.minSeverity,
    };
    const changed = changedFacts(before, after, {
      urlChanged: url !== undefined && url !== stored.url,
      secretChanged: secret !== undefined && secret !== stored.secret,
    });
    if (Object.keys(changed.after).length === 0) return openListedWebhook(deps, scope, id);
    await recordsOf(scope, Webhook).update(
      {
        ...after,
        ...sealedAgain(deps, before, stored, { url, secret }),
        ...(change.active === undefined ? {} : { pauseReason: null, pausedAt: null }),
        updatedAt: deps.clock.now(),
      },
      { id: before.id },
    );
    if (before.active && !after.active)
      await failPendingDeliveries(scope, { webhookId, error: TURNED_OFF });
    else if (before.format !== after.format)
      await failPendingDeliveries(scope, { webhookId, error: REFORMATTED });
    if (url !== undefined || (after.active && !before.active)) await resetHealth(scope, webhookId);
    await recordAuditEntry(deps, scope, {
      action: 'webhook.edited',
      target: { id: before.id, name: after.shownUrl },
      details: changed,
    });
    return openListedWebhook(deps, scope, id);
  });
}

const TURNED_OFF = 'the webhook was turned off';
const REFORMATTED = 'the format of the webhook was changed';

interface Stored {
  url: string;
  secret: string | null;
  previousSecret: string | null;
}

interface NewSecrets {
  url: string | undefined;
  secret: string | null | undefined;
}

function openStored(
  { keyring, clock }: Pick<Deps, 'keyring' | 'clock'>,
  row: RowOf<Webhook>,
  { url, secret }: NewSecrets,
): Stored {
  try {
    const { url, secrets } = openWebhook(keyring, row, clock.now());
    const [current = null, previous = null] = secrets;
    return { url, secret: current, previousSecret: previous };
  } catch (error) {
    if (!(error instanceof UnknownKeyError)) throw error;
    const needsSecret = row.sealedSecret !== null && secret === undefined;
    if (url === undefined || needsSecret) {
      throw new SvcError('CONFLICT', error.message, {
        hint: `Set ${needsSecret ? '`url` and `secret`' : '`url`'} again.`,
        cause: error,
      });
    }
    return { url: '', secret: null, previousSecret: null };
  }
}

/** The sealed columns, all with the present key. */
function sealedAgain(
  { keyring, clock }: Pick<Deps, 'keyring' | 'clock'>,
  row: RowOf<Webhook>,
  stored: Stored,
  { url = stored.url, secret = stored.secret }: NewSecrets,
): Partial<RowOf<Webhook>> {
  const rotates = secret !== null && stored.secret !== null && secret !== stored.secret;
  const previous = secret === null ? null : rotates ? stored.secret : stored.previousSecret;
  const sealed = (text: string | null, column: 'sealedSecret' | 'sealedPreviousSecret') =>
    text === null ? null : keyring.seal(text, placeOf(row, column));
  return {
    keyId: keyring.keyId,
    sealedUrl: keyring.seal(url, placeOf(row, 'sealedUrl')),
    sealedSecret: sealed(secret, 'sealedSecret'),
    sealedPreviousSecret: sealed(previous, 'sealedPreviousSecret'),
    previousSecretUntil: rotates
      ? new Date(clock.now().getTime() + ROTATION_MS)
      : previous === null
        ? null
        : row.previousSecretUntil,
  };
}

/** What the audit log shows of the change. Of address and secret of a chat, only that they changed. */
function changedFacts(
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
