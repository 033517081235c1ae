import type { SvcClient } from '@svc/client';
import type { Webhook } from '@svc/contract/webhooks/webhooks';
import { CommandError } from '../../../errors/exit.ts';
import { isPartOfId, isWholeId, shortenId } from '../../../wording/short-ids.ts';

const PAGE = 100;
// Older ones need the whole id.
const SEARCHED_PAGES = 10;

/**
 * The id of the delivery that `<delivery>` means: an id, 4 or more digits of its start or end, or `latest`.
 * @throws CommandError for none and for several.
 */
export async function resolveDeliveryId(
  client: SvcClient,
  { id }: Pick<Webhook, 'id'>,
  typed: string,
): Promise<string> {
  const word = typed.trim();
  if (isWholeId(word)) return word.toLowerCase();
  const matches = await listMatchingIds(client, id, word);
  const [found, ...others] = matches;
  const listCommand = `svc webhooks deliveries ${shortenId(id)}`;
  if (found === undefined) {
    if (word !== 'latest') throw buildUnknownDeliveryError({ id }, typed);
    throw new CommandError('the webhook has no deliveries', `svc webhooks test ${shortenId(id)}`);
  }
  if (others.length > 0) {
    const shown = matches.slice(0, 3).map(shortenId).join(', ');
    throw new CommandError(
      `'${typed}' matches ${matches.length} deliveries`,
      `write one of ${shown}${matches.length > 3 ? `, or another one of ${listCommand}` : ''}`,
    );
  }
  return found;
}

export function buildUnknownDeliveryError(
  { id }: Pick<Webhook, 'id'>,
  typed: string,
): CommandError {
  return new CommandError(
    `no delivery '${typed}' of webhook ${shortenId(id)}`,
    `svc webhooks deliveries ${shortenId(id)}`,
  );
}

async function listMatchingIds(
  client: SvcClient,
  webhookId: string,
  word: string,
): Promise<string[]> {
  const { deliveries } = client.webhooks;
  if (word === 'latest') {
    const { items } = await deliveries.query({ id: webhookId, limit: 1 });
    return items.map(({ id }) => id);
  }
  const found: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < SEARCHED_PAGES; page++) {
    const { items, nextCursor } = await deliveries.query({ id: webhookId, limit: PAGE, cursor });
    found.push(...items.map(({ id }) => id).filter((id) => isPartOfId(word, id)));
    if (nextCursor === null) break;
    cursor = nextCursor;
  }
  return found;
}
