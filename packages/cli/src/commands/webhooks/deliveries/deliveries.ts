import type { DeliveryStatus } from '@svc/contract/webhooks/deliveries';
import { EVENT_TYPES, type EventType } from '@svc/contract/zod-free/event-types';
import type { Webhook } from '@svc/contract/webhooks/webhooks';
import type { SvcClient } from '@svc/client';
import { readListing, type ListingFlags } from '../../../asking/listing.ts';
import { connect, type CommandContext } from '../../../context/command-context.ts';
import { CommandError } from '../../../errors/exit.ts';
import { addExamples, addLimitOption, addMarkdownOption } from '../../../flags/filter-options.ts';
import { buildChoicesOption } from '../../../flags/option-values.ts';
import { formatFlags } from '../../../errors/proposed-command.ts';
import { toTerminalLine, makeTerminalSafe } from '@svc/reporter-core/text/terminal-text';
import type { Answer } from '../../../terminal/answer.ts';
import { resolveDeliveryId, buildUnknownDeliveryError } from './delivery-reference.ts';
import { isNotFound } from '../../../asking/execution-reference.ts';
import { findWebhook } from '../webhook-reference.ts';
import { renderDeliveriesMarkdown, renderDeliveryMarkdown } from './deliveries-markdown.ts';
import { formatDeliveries } from './deliveries-text.ts';
import { formatDelivery } from './delivery-text.ts';
import { shortenId } from '../../../wording/short-ids.ts';
import type { DeclareCommand } from '../../../context/declare-command.ts';
import { WEBHOOK_ARGUMENT } from '../webhook-flags.ts';
import { makeDeliverySafe } from './delivery-words.ts';

export const DELIVERY_ARGUMENT = 'its id, the start or end of the id, or latest';

// The contract's own list would load zod.
const STATUSES: readonly DeliveryStatus[] = ['pending', 'delivered', 'failed'];

/** `svc webhooks deliveries <webhook> [delivery]`. */
export const declareDeliveries: DeclareCommand = (command, run) => {
  command
    .summary('what was sent, and what the receiver answered')
    .description(
      'What was sent to a webhook in the last 30 days, newest first. With a delivery: all of its ' +
        'attempts, the request, and the answer.',
    )
    .argument('<webhook>', WEBHOOK_ARGUMENT)
    .argument('[delivery]', DELIVERY_ARGUMENT)
    .addOption(buildChoicesOption('--status <status>', 'only', STATUSES))
    .addOption(buildChoicesOption('--event <event>', 'only', EVENT_TYPES))
    .action((typed: string, delivery: string | undefined) =>
      run(command, (context, flags: DeliveriesFlags) =>
        delivery === undefined
          ? showDeliveries(context, typed, flags)
          : showDelivery(context, [typed, delivery], flags),
      ),
    );
  addMarkdownOption(addLimitOption(command, { text: 'how many rows, or lines of each body' }));
  addExamples(
    command,
    'svc webhooks deliveries a91c44de --status failed',
    'svc webhooks deliveries https://example.com/hook latest',
  );
};

interface DeliveriesFlags extends ListingFlags {
  status?: DeliveryStatus[];
  event?: EventType[];
}

/** The newest first. */
async function showDeliveries(
  context: CommandContext,
  typed: string,
  flags: DeliveriesFlags,
): Promise<Answer> {
  const { status, event } = flags;
  const client = await connect(context);
  const { id } = await findWebhook(client, typed);
  const { data, items, total, nextLimit } = await readListing(flags, (page) =>
    client.webhooks.deliveries.query({ id, status, event, ...page }),
  );
  const showCommand = `svc webhooks deliveries ${shortenId(id)}`;
  const list = makeTerminalSafe({
    items,
    total,
    isFiltered: status !== undefined || event !== undefined,
    moreCommand: `${showCommand} ${formatFlags({ status, event, limit: nextLimit })}`,
    showCommand,
    testCommand: `svc webhooks test ${shortenId(id)}`,
  });
  return {
    data,
    text: (look) => formatDeliveries(list, look),
    markdown: (now) => renderDeliveriesMarkdown(list, now),
  };
}

/** One of them with its attempts. */
async function showDelivery(
  context: CommandContext,
  [typedWebhook, typedDelivery]: [string, string],
  { status, event, limit }: DeliveriesFlags,
): Promise<Answer> {
  if (status !== undefined || event !== undefined) {
    throw new CommandError(
      `--${status === undefined ? 'event' : 'status'} selects from a list, and '${typedDelivery}' is one delivery`,
      'leave out one of them',
    );
  }
  const client = await connect(context);
  const webhook = await findWebhook(client, typedWebhook);
  const delivery = await readDelivery(client, webhook, typedDelivery);
  const words = `${shortenId(webhook.id)} ${shortenId(delivery.id)}`;
  const shown = {
    delivery: makeDeliverySafe(delivery),
    address: toTerminalLine(webhook.url),
    limit,
    jsonCommand: `svc webhooks deliveries ${words} --json`,
    redeliverCommand: `svc webhooks redeliver ${words}`,
  };
  return {
    data: delivery,
    text: (look) => formatDelivery(shown, look),
    markdown: () => renderDeliveryMarkdown(shown),
  };
}

async function readDelivery(client: SvcClient, webhook: Webhook, typed: string) {
  const deliveryId = await resolveDeliveryId(client, webhook, typed);
  try {
    return await client.webhooks.delivery.query({ id: webhook.id, deliveryId });
  } catch (error) {
    throw isNotFound(error) ? buildUnknownDeliveryError(webhook, typed) : error;
  }
}
