import { connect } from '../../invocation/invocation.ts';
import { addExamples } from '../../flags/filter-options.ts';
import { makeTerminalSafe } from '@svc/reporter-core/text/terminal-text';
import { findWebhook } from './webhook-reference.ts';
import { formatWebhook } from './text/webhook-text.ts';
import { shortenId } from '../../wording/short-ids.ts';
import type { DeclareCommand } from '../../invocation/declare-command.ts';
import { WEBHOOK_ARGUMENT } from './webhook-flags.ts';

/** `svc webhooks show <webhook>`. */
export const declareShow: DeclareCommand = (command, run) => {
  command
    .summary('one webhook in full')
    .description('One webhook: its events, filters, signature and last attempt.')
    .argument('<webhook>', WEBHOOK_ARGUMENT)
    .action((typed: string) =>
      run(command, async (invocation) => {
        const webhook = await findWebhook(await connect(invocation), typed);
        const shown = makeTerminalSafe(webhook);
        const next = ['Sent', `svc webhooks deliveries ${shortenId(webhook.id)}`] as const;
        return { data: webhook, text: (look) => formatWebhook({ webhook: shown, next }, look) };
      }),
    );
  addExamples(command, 'svc webhooks show https://example.com/hook', 'svc webhooks show a91c44de');
};
