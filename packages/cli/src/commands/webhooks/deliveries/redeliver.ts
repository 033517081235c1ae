import { isNotFound } from '../../../errors/error-code.ts';
import { connect, type Invocation } from '../../../invocation/invocation.ts';
import { CommandError } from '../../../errors/exit.ts';
import { addExamples } from '../../../flags/filter-options.ts';
import type { Answer } from '../../../terminal/answer.ts';
import { resolveDeliveryId, buildUnknownDeliveryError } from './delivery-reference.ts';
import { findWebhook } from '../webhook-reference.ts';
import { shortenId } from '../../../wording/short-ids.ts';
import type { DeclareCommand } from '../../../invocation/declare-command.ts';
import { answerDelivery, refuseInactive, type WaitFlags } from './asked-delivery.ts';
import { DELIVERY_ARGUMENT } from './deliveries.ts';
import { redeliverFailed } from './redeliver-failed.ts';
import { WEBHOOK_ARGUMENT } from '../webhook-flags.ts';

/** `svc webhooks redeliver <webhook> <delivery>`, and with `--failed` for all that failed. */
export const declareRedeliver: DeclareCommand = (command, run) => {
  command
    .summary('send an event again, or all that failed')
    .description(
      'Sends the same body under the same webhook-id again, and waits up to 20 s for the answer. ' +
        'With --failed, queues all deliveries that failed, the oldest first, and does not wait.',
    )
    .argument('<webhook>', WEBHOOK_ARGUMENT)
    .argument('[delivery]', DELIVERY_ARGUMENT)
    .option('--failed', 'all deliveries that failed, not one')
    .option(
      '--since <when>',
      'with --failed, of events since: 7d, 12h or 2026-10-01 (default: 24h)',
    )
    .option('--no-wait', 'do not wait for the answer')
    .action((typed: string, delivery: string | undefined) =>
      run(command, async (invocation, flags: RedeliverFlags) => {
        refuseCombinations(delivery, flags);
        return delivery === undefined
          ? redeliverFailed(invocation, typed, flags)
          : redeliver(invocation, [typed, delivery], flags);
      }),
    );
  addExamples(
    command,
    'svc webhooks redeliver a91c44de latest',
    'svc webhooks redeliver a91c44de --failed --since 7d',
  );
};

interface RedeliverFlags extends WaitFlags {
  failed?: boolean;
  since?: string;
}

/** @throws CommandError unless exactly one of a delivery and `--failed` is given. */
function refuseCombinations(delivery: string | undefined, { failed, since }: RedeliverFlags): void {
  if (delivery !== undefined && failed === true) {
    throw new CommandError(
      `--failed means many deliveries, and '${delivery}' is one`,
      'leave out one of them',
    );
  }
  if (failed === true) return;
  if (delivery === undefined) {
    throw new CommandError(
      'which delivery? There is none, and no --failed',
      'svc webhooks redeliver --help',
    );
  }
  if (since !== undefined) {
    throw new CommandError('--since needs --failed', 'leave out --since, or the delivery');
  }
}

async function redeliver(
  invocation: Invocation,
  [typedWebhook, typedDelivery]: [string, string],
  flags: WaitFlags,
): Promise<Answer> {
  const client = await connect(invocation);
  const webhook = await findWebhook(client, typedWebhook);
  refuseInactive(webhook);
  const deliveryId = await resolveDeliveryId(client, webhook, typedDelivery);
  try {
    const queued = await client.webhooks.redeliver.mutate({ id: webhook.id, deliveryId });
    return await answerDelivery(invocation, { client, webhook, queued, namesEvent: true }, flags);
  } catch (error) {
    throw isNotFound(error) ? buildUnknownDeliveryError(webhook, shortenId(deliveryId)) : error;
  }
}
