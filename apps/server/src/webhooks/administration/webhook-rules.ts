import type { WebhookFormat } from '@svc/contract/webhooks/webhooks';
import type { Scope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { SvcError } from '../../errors.ts';
import { Project } from '../../db/models/project.ts';
import { recordsOf } from '../../db/models/records.ts';
import { findUrlRefusal } from '../sending/allowed-address.ts';
import { findSecretRefusal } from '../sending/signature.ts';

/** @throws SvcError BAD_REQUEST for an address that a webhook may not have. Names that resolve to one show later. */
export function refuseUrl({ config }: Pick<Deps, 'config'>, url: string): void {
  const refusal = findUrlRefusal(url, config.webhooks);
  if (refusal !== null) throw buildRefusal('url', refusal);
}

/**
 * `secret` is null for one that is stored.
 * @throws SvcError BAD_REQUEST for a secret that cannot sign, and for one that the format does not use.
 */
export function refuseSecret(secret: string | null, format: WebhookFormat): void {
  if (format !== 'standard') {
    throw buildRefusal(
      'secret',
      `The format ${format} has no signature: the address is the secret.`,
    );
  }
  const refusal = secret === null ? null : findSecretRefusal(secret);
  if (refusal !== null) throw buildRefusal('secret', refusal);
}

/** @throws SvcError BAD_REQUEST when the organization has no such project: the webhook would receive no event. */
export async function refuseUnknownProject(scope: Scope, name: string): Promise<void> {
  if ((await recordsOf(scope, Project).findOne({ name })) === null) {
    throw buildRefusal('project', `There is no project '${name}'.`);
  }
}

/** Always throws, because another format would show the whole address of the chat. @throws SvcError BAD_REQUEST */
export function refuseShownUrl(format: WebhookFormat): never {
  throw buildRefusal('url', `With another format than ${format}, the webhook needs a new address.`);
}

function buildRefusal(path: string, sentence: string): SvcError {
  return new SvcError('BAD_REQUEST', `${path}: ${sentence}`, {
    details: [{ path, message: sentence.replace(/\.$/, '') }],
  });
}
