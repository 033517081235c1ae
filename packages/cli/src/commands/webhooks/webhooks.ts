import { readListing, type ListingFlags } from '../../asking/listing.ts';
import { connect, type Invocation } from '../../invocation/invocation.ts';
import {
  addExamples,
  addLimitOption,
  addMarkdownOption,
  addListAlias,
} from '../../flags/filter-options.ts';
import { formatFlags } from '../../errors/proposed-command.ts';
import { makeTerminalSafe } from '@svc/reporter-core/text/terminal-text';
import type { Answer } from '../../terminal/answer.ts';
import { formatWebhooks, renderWebhooksMarkdown } from './text/webhooks-text.ts';
import type { DeclareCommand } from '../../invocation/declare-command.ts';
import { declareCreate } from './create.ts';
import { declareDelete } from './delete.ts';
import { declareDeliveries } from './deliveries/deliveries.ts';
import { declareEvents } from './events.ts';
import { declareRedeliver } from './deliveries/redeliver.ts';
import { declareShow } from './show.ts';
import { declareTest } from './test.ts';
import { declareUpdate } from './update.ts';

/** `svc webhooks`, and what is done with one of them. */
export const declareWebhooks: DeclareCommand = (command, run) => {
  const list = () => run(command, showWebhooks);
  command
    .description(
      'The webhooks, newest first. Each sends events to an address: your own service, or a chat ' +
        'in Slack, Teams or Discord.',
    )
    .action(list);
  addMarkdownOption(addLimitOption(command));
  addExamples(
    command,
    'svc webhooks create https://example.com/hook --event execution.failed',
    'svc webhooks test https://example.com/hook',
    'svc webhooks deliveries https://example.com/hook --status failed',
  );

  addListAlias(command, list);

  declareShow(command.command('show'), run);
  declareCreate(command.command('create'), run);
  declareUpdate(command.command('update'), run);
  declareDelete(command.command('delete'), run);
  declareTest(command.command('test'), run);
  declareDeliveries(command.command('deliveries'), run);
  declareRedeliver(command.command('redeliver'), run);
  declareEvents(command.command('events'), run);
};

/** The newest first. */
async function showWebhooks(invocation: Invocation, flags: ListingFlags): Promise<Answer> {
  const client = await connect(invocation);
  const { data, items, total, nextLimit } = await readListing(flags, (page) =>
    client.webhooks.list.query(page),
  );
  const list = makeTerminalSafe({
    items,
    total,
    moreCommand: `svc webhooks ${formatFlags({ limit: nextLimit })}`,
  });
  return {
    data,
    text: (look) => formatWebhooks(list, look),
    markdown: (now) => renderWebhooksMarkdown(list, now),
  };
}
