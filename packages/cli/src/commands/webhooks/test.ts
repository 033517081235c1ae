import { connect, type CommandContext } from '../../context/command-context.ts';
import { addExamples } from '../../flags/filter-options.ts';
import type { Answer } from '../../terminal/answer.ts';
import { findWebhook } from './webhook-reference.ts';
import type { DeclareCommand } from '../../context/declare-command.ts';
import { answerDelivery, refuseInactive, type WaitFlags } from './deliveries/asked-delivery.ts';
import { WEBHOOK_ARGUMENT } from './webhook-flags.ts';

/** `svc webhooks test <webhook>`. */
export const declareTest: DeclareCommand = (command, run) => {
  command
    .summary('send a webhook.test event, and wait for the answer')
    .description(
      'Sends a webhook.test event to one webhook, and waits up to 20 s for the answer. The exit ' +
        'status is 1 if it did not arrive at the first attempt.',
    )
    .argument('<webhook>', WEBHOOK_ARGUMENT)
    .option('--no-wait', 'do not wait for the answer')
    .action((typed: string) =>
      run(command, (context, flags: WaitFlags) => test(context, typed, flags)),
    );
  addExamples(command, 'svc webhooks test a91c44de', 'svc webhooks test https://example.com/hook');
};

async function test(context: CommandContext, typed: string, flags: WaitFlags): Promise<Answer> {
  const client = await connect(context);
  const webhook = await findWebhook(client, typed);
  refuseInactive(webhook);
  const queued = await client.webhooks.test.mutate({ id: webhook.id });
  return answerDelivery(context, { client, webhook, queued, namesEvent: false }, flags);
}
