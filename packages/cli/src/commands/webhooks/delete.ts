import { connect, type Invocation } from '../../invocation/invocation.ts';
import { addExamples } from '../../flags/filter-options.ts';
import { toTerminalLine } from '@svc/reporter-core/text/terminal-text';
import { buildDoneAnswer, type Answer } from '../../terminal/answer.ts';
import { askFirst } from '../../terminal/prompts/ask-first.ts';
import { findWebhook } from './webhook-reference.ts';
import { shortenId } from '../../wording/short-ids.ts';
import type { DeclareCommand } from '../../invocation/declare-command.ts';
import { WEBHOOK_ARGUMENT } from './webhook-flags.ts';

/** `svc webhooks delete <webhook>`. */
export const declareDelete: DeclareCommand = (command, run) => {
  command
    .summary('permanently delete a webhook with its deliveries')
    .description('Permanently deletes a webhook and the record of what was sent to it.')
    .argument('<webhook>', WEBHOOK_ARGUMENT)
    .option('--yes', 'do not ask')
    .action((typed: string) =>
      run(command, (invocation, flags: DeleteFlags) => deleteWebhook(invocation, typed, flags)),
    );
  addExamples(command, 'svc webhooks delete a91c44de', 'svc webhooks delete a91c44de --yes');
};

interface DeleteFlags {
  yes?: boolean;
}

async function deleteWebhook(
  invocation: Invocation,
  typed: string,
  { yes }: DeleteFlags,
): Promise<Answer> {
  const client = await connect(invocation);
  const { id, url } = await findWebhook(client, typed);
  const address = toTerminalLine(url);
  if (yes !== true) {
    await askFirst(invocation, {
      question: `Permanently delete ${address} and the record of its deliveries?`,
      doing: `deleting ${address}`,
      done: 'deleted',
      command: `svc webhooks delete ${shortenId(id)}`,
    });
  }
  const data = await client.webhooks.delete.mutate({ id });
  return buildDoneAnswer(data, `deleted ${address}`);
}
