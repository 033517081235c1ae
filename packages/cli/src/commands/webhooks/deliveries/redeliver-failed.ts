import type { SvcClient } from '@svc/client';
import { connect, type CommandContext } from '../../../context/command-context.ts';
import { moment } from '../../../flags/time-window.ts';
import { wrapCommand } from '../../../terminal/lines/wrapped-lines.ts';
import { formatCount } from '@svc/contract/zod-free/amounts';
import type { Answer } from '../../../terminal/answer.ts';
import { isNotFound } from '../../../asking/execution-reference.ts';
import { findWebhook } from '../webhook-reference.ts';
import { shortenId } from '../../../wording/short-ids.ts';
import { refuseInactive } from './asked-delivery.ts';

const PAGE = 100;
const DEFAULT_SINCE = '24h';
// The server counts the writes of a key by the minute, and says how long to wait.
const RETRY_BUDGET_MS = 90_000;

/** Queues again all deliveries that failed, of events since `since`, the oldest first. */
export async function redeliverFailed(
  context: CommandContext,
  typed: string,
  { since = DEFAULT_SINCE }: { since?: string },
): Promise<Answer> {
  const from = moment('--since', since, context.now);
  const client = await connect(context, undefined, RETRY_BUDGET_MS);
  const webhook = await findWebhook(client, typed);
  refuseInactive(webhook);
  const ids = await listFailedIds(client, webhook.id, from);
  const queued: string[] = [];
  for (const [index, deliveryId] of ids.entries()) {
    context.printer.activity.describe(`queueing ${index + 1} of ${ids.length}`);
    if (await isQueuedAgain(client, webhook.id, deliveryId)) queued.push(deliveryId);
  }
  const listCommand = `svc webhooks deliveries ${shortenId(webhook.id)}`;
  return {
    data: { redelivered: queued.length, deliveryIds: queued },
    text: ({ columns, colors, glyphs, quiet }) => {
      const done =
        queued.length === 0
          ? `no delivery failed ${/^\d+[mhdw]$/.test(since) ? `in the last ${since}` : `since ${since}`}`
          : `${glyphs.passed} ${formatCount(queued.length, 'delivery', 'deliveries')} queued again`;
      if (quiet) return [done];
      return [done, ...wrapCommand('See them:', listCommand, columns).map(colors.dim)];
    },
  };
}

/** Reads all of them before the first one is queued again, because that takes it out of the list. */
async function listFailedIds(client: SvcClient, id: string, from: string): Promise<string[]> {
  const fromMs = Date.parse(from);
  const found: string[] = [];
  let cursor: string | undefined;
  for (;;) {
    const { items, nextCursor } = await client.webhooks.deliveries.query({
      id,
      status: ['failed'],
      limit: PAGE,
      cursor,
    });
    const recent = items.filter(({ createdAt }) => Date.parse(createdAt) >= fromMs);
    found.push(...recent.map((delivery) => delivery.id));
    if (nextCursor === null || recent.length < items.length) return found.toReversed();
    cursor = nextCursor;
  }
}

/** False for a delivery that was deleted meanwhile, with its execution. */
async function isQueuedAgain(client: SvcClient, id: string, deliveryId: string): Promise<boolean> {
  try {
    await client.webhooks.redeliver.mutate({ id, deliveryId });
    return true;
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
}
