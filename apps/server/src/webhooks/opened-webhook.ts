import type { Keyring } from '../secrets/keyring.ts';
import type { Webhook } from '../db/models/webhook.ts';

/** The columns of a webhook that are encrypted. */
export type SealedColumn = 'sealedUrl' | 'sealedSecret' | 'sealedPreviousSecret';

/** Where a sealed value of a webhook is stored, for the keyring. */
export function buildSealPlace(
  { organizationId, id }: Pick<Webhook, 'organizationId' | 'id'>,
  column: SealedColumn,
): string {
  return `webhooks/${organizationId}/${id}/${column}`;
}

/** The whole address of a webhook and the secrets that sign at a time; none, one, or two during a rotation. */
export interface OpenedWebhook {
  url: string;
  secrets: string[];
}

type SealedParts = Pick<
  Webhook,
  | 'organizationId'
  | 'id'
  | 'keyId'
  | 'sealedUrl'
  | 'sealedSecret'
  | 'sealedPreviousSecret'
  | 'previousSecretUntil'
>;

/** @throws UnknownKeyError when SVC_SECRET is no longer that of the time when the webhook was stored. */
export function openWebhook(keyring: Keyring, webhook: SealedParts, now: Date): OpenedWebhook {
  const open = (column: SealedColumn, bytes: Buffer) =>
    keyring.open({ keyId: webhook.keyId, bytes }, buildSealPlace(webhook, column));
  const { sealedSecret, sealedPreviousSecret, previousSecretUntil } = webhook;
  const rotates = previousSecretUntil !== null && previousSecretUntil > now;
  return {
    url: open('sealedUrl', webhook.sealedUrl),
    secrets: [
      ...(sealedSecret === null ? [] : [open('sealedSecret', sealedSecret)]),
      ...(sealedPreviousSecret === null || !rotates
        ? []
        : [open('sealedPreviousSecret', sealedPreviousSecret)]),
    ],
  };
}
