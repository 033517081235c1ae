import { connect, type Invocation } from '../../invocation/invocation.ts';
import { addExamples } from '../../flags/filter-options.ts';
import type { Answer } from '../../terminal/answer.ts';
import { findWebhook } from './webhook-reference.ts';
import type { DeclareCommand } from '../../invocation/declare-command.ts';
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
      run(command, (invocation, flags: WaitFlags) => test(invocation, typed, flags)),
    );
  addExamples(command, 'svc webhooks test a91c44de', 'svc webhooks test https://example.com/hook');
};

async function test(invocation: Invocation, typed: string, flags: WaitFlags): Promise<Answer> {
  const client = await connect(invocation);
  const webhook = await findWebhook(client, typed);
  refuseInactive(webhook);
  const queued = await client.webhooks.test.mutate({ id: webhook.id });
  return answerDelivery(invocation, { client, webhook, queued, namesEvent: false }, flags);
}
