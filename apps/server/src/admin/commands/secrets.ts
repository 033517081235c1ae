import { formatCount } from '@svc/contract/zod-free/amounts';
import type { Deps } from '../../deps.ts';
import { sayError } from '../../process/say.ts';
import { openKeyring, type Keyring } from '../../secrets/keyring.ts';
import { replaceSecret } from '../../secrets/server-secret.ts';
import { sealAgain, countSealed, type SealedWebhook } from '../../webhooks/index.ts';
import { lockSecretFile } from '../secret-file.queries.ts';
import { formatTable } from '../text-table.ts';

/** Lists the keys that encrypted the secrets of webhooks, and whether this server has them. */
export async function showSecrets({ database, keyring }: Deps): Promise<string[]> {
  const counted = await countSealed(database);
  const isCounted = counted.some(({ keyId }) => keyId === keyring.keyId);
  const present = isCounted ? [] : [{ keyId: keyring.keyId, webhooks: 0, values: 0 }];
  return formatTable([
    ['KEY', 'WEBHOOKS', 'VALUES', 'STATUS'],
    ...[...present, ...counted].map(({ keyId, webhooks, values }) => [
      keyId,
      String(webhooks),
      String(values),
      describeKeyStatus(keyring, keyId),
    ]),
  ]);
}

function describeKeyStatus(keyring: Keyring, keyId: string): string {
  if (keyId === keyring.keyId) return 'present';
  return keyring.has(keyId)
    ? 'former: svc-admin secrets rotate'
    : 'unknown: set SVC_PREVIOUS_SECRET';
}

/**
 * Encrypts all stored secrets with the key of the present secret.
 * @throws Error that names the webhooks that could not be encrypted again.
 */
export async function rotateSecrets(deps: Deps): Promise<string[]> {
  const { sealed, unknown, damaged, missed } = await sealAgain(deps.database, deps.keyring);
  const lines = [
    `${formatWebhookCount(sealed)} encrypted again. The present key is ${deps.keyring.keyId}.`,
    ...(deps.config.previousSecret === null
      ? []
      : ['Remove SVC_PREVIOUS_SECRET once all servers have the present SVC_SECRET.']),
  ];
  const problems = [
    ...describeSealedWebhooks(unknown, UNKNOWN_ADVICE),
    ...describeSealedWebhooks(damaged, DAMAGED_ADVICE),
    ...(missed === 0 ? [] : [`${formatWebhookCount(missed)} changed meanwhile: run it again.`]),
  ];
  if (problems.length === 0) return lines;
  sayError(lines[0] ?? '');
  throw new Error(problems.join('\n'));
}

/** Makes a new secret in the data directory first. */
export async function rotateToNewSecret(deps: Deps): Promise<string[]> {
  const { config, database } = deps;
  if (config.secret !== null) {
    throw new Error(
      'SVC_SECRET is set, so the server generates no secret. Set SVC_SECRET to a new one and SVC_PREVIOUS_SECRET to the present one on every server, restart them, and run svc-admin secrets rotate.',
    );
  }
  await database.transaction(async (transaction) => {
    await lockSecretFile(transaction);
    replaceSecret(config.dataDir);
  });
  // Printed at once, in case the rest fails.
  sayError(
    `There is a new secret in ${config.dataDir}. Restart the server, which has the former one until then. After that, all sessions are over, and everybody signs in again.`,
  );
  return rotateSecrets({ ...deps, keyring: openKeyring(config) });
}

const UNKNOWN_ADVICE =
  'encrypted with a key that this server does not have. Set SVC_PREVIOUS_SECRET to the SVC_SECRET of that time and run it again, or set the URL and the secret of the webhook again:';
const DAMAGED_ADVICE =
  'damaged: what is stored does not open with its key. Set the URL and the secret of the webhook again:';

function describeSealedWebhooks(webhooks: SealedWebhook[], advice: string): string[] {
  if (webhooks.length === 0) return [];
  return [
    `${formatWebhookCount(webhooks.length)} ${advice}`,
    ...webhooks.map(
      ({ id, organizationId, keyId }) => `  ${id} of organization ${organizationId}, key ${keyId}`,
    ),
  ];
}

function formatWebhookCount(count: number): string {
  return `${formatCount(count, 'webhook')} ${count === 1 ? 'is' : 'are'}`;
}
