import type { SvcClient } from '@svc/client';
import type { Webhook } from '@svc/contract/webhooks/webhooks';
import { findNearest } from '@svc/contract/zod-free/nearest';
import { CommandError } from '../../errors/exit.ts';
import { isPartOfId, isWholeId, shortenId } from '../../wording/short-ids.ts';

// An organization has at most as many.
const ALL_WEBHOOKS = 100;
const SHOWN_CANDIDATES = 3;

/**
 * The webhook that `<webhook>` means: an id, 4 or more digits of its start or end, or an address.
 * @throws CommandError for none and for several, with candidates.
 */
export async function findWebhook(client: SvcClient, typed: string): Promise<Webhook> {
  const { items } = await client.webhooks.list.query({ limit: ALL_WEBHOOKS });
  const [webhook, ...others] = filterMatching(items, typed.trim());
  if (webhook === undefined) {
    throw new CommandError(`no webhook '${typed}'`, proposeRemedy(typed, items));
  }
  if (others.length > 0) {
    const count = others.length + 1;
    throw new CommandError(
      `'${typed}' matches ${count} webhooks`,
      formatCandidates([webhook, ...others]),
    );
  }
  return webhook;
}

function filterMatching(webhooks: readonly Webhook[], typed: string): Webhook[] {
  const byAddress = webhooks.filter(({ url }) => isAddress(typed, url));
  return byAddress.length > 0 ? byAddress : webhooks.filter(({ id }) => isPartOfId(typed, id));
}

/** The server cuts the address of a chat: `https://hooks.slack.com/services/…`. */
function isAddress(typed: string, url: string): boolean {
  if (typed === url) return true;
  const start = url.endsWith('…') ? url.slice(0, -1) : undefined;
  return start !== undefined && typed.startsWith(start);
}

function proposeRemedy(typed: string, webhooks: readonly Webhook[]): string {
  if (webhooks.length === 0) {
    return 'svc webhooks create https://example.com/hook --event execution.failed';
  }
  const near = findNearest(
    typed,
    webhooks.map(({ url }) => url),
  );
  const candidates = near === undefined ? webhooks : webhooks.filter(({ url }) => url === near);
  return isWholeId(typed) || candidates.length > SHOWN_CANDIDATES
    ? 'svc webhooks'
    : formatCandidates(candidates);
}

function formatCandidates(webhooks: readonly Webhook[]): string {
  const shown = webhooks
    .slice(0, SHOWN_CANDIDATES)
    .map(({ id, url }) => `${shortenId(id)} (${url})`)
    .join(', ');
  const more = webhooks.length > SHOWN_CANDIDATES ? ', or another one that svc webhooks lists' : '';
  return `write ${webhooks.length === 1 ? '' : 'one of '}${shown}${more}`;
}
