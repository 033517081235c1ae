import type { Webhook, WebhookChange } from '@svc/contract/webhooks/webhooks';
import { connect, type CommandContext } from '../../context/command-context.ts';
import { CommandError, buildCannotCombineError } from '../../errors/exit.ts';
import type { SvcClient } from '@svc/client';
import { formatCount } from '@svc/contract/zod-free/amounts';
import { addExamples } from '../../flags/filter-options.ts';
import { refuseContradictions } from '../../flags/option-values.ts';
import type { Answer } from '../../terminal/answer.ts';
import { findWebhook } from './webhook-reference.ts';
import { buildSavedWebhook } from './text/webhook-text.ts';
import { formatFor } from './chat-address.ts';
import { readTypedSecret } from './typed-secret.ts';
import type { DeclareCommand } from '../../context/declare-command.ts';
import {
  addWebhookOptions,
  pickEvents,
  WEBHOOK_ARGUMENT,
  type WebhookFlags,
} from './webhook-flags.ts';

/** `svc webhooks update <webhook>`. */
export const declareUpdate: DeclareCommand = (command, run) => {
  command
    .summary('change a webhook, turn it on or off')
    .description(
      'Changes what the flags name. --event replaces all events. Beside a new secret, the one ' +
        'before signs for 24 hours. A webhook that is off sends nothing, and its waiting ' +
        'deliveries fail.',
    )
    .argument('<webhook>', WEBHOOK_ARGUMENT)
    .option('--address <url>', 'where to send')
    .action((typed: string) =>
      run(command, (context, flags: UpdateFlags) => update(context, typed, flags)),
    );
  addWebhookOptions(command, 'unchanged, or that of the new address')
    .option('--on', 'send events again')
    .option('--off', 'send nothing')
    .option('--no-secret', 'sign nothing, also not with the secret before')
    .option('--no-project', 'events of all projects')
    .option('--no-branch', 'events of all branches')
    .option('--no-min-severity', 'analyses of all classes');
  refuseContradictions(command);
  addExamples(
    command,
    'svc webhooks update a91c44de --on',
    'svc webhooks update a91c44de --event execution.failed,test.flaky --no-branch',
    'svc webhooks update https://example.com/hook --generate-secret',
  );
};

interface UpdateFlags extends WebhookFlags {
  address?: string;
  on?: boolean;
  off?: boolean;
}

async function update(context: CommandContext, typed: string, flags: UpdateFlags): Promise<Answer> {
  if (flags.on === true && flags.off === true) {
    throw buildCannotCombineError('--on and --off');
  }
  const { format, note } = formatFor(flags.address, flags.format);
  const { secret, generated } = await readTypedSecret(flags, context.world.stdin);
  const change: Omit<WebhookChange, 'id'> = {
    url: flags.address,
    events: pickEvents(flags),
    format,
    secret,
    description: flags.description,
    project: nullFor(flags.project),
    branch: nullFor(flags.branch),
    minSeverity: nullFor(flags.minSeverity),
    active: flags.on === true ? true : flags.off === true ? false : undefined,
  };
  if (Object.values(change).every((value) => value === undefined)) {
    throw new CommandError('nothing to change', 'svc webhooks update --help');
  }
  const client = await connect(context);
  const before = await findWebhook(client, typed);
  const ended =
    before.active && flags.off === true ? await countWaitingDeliveries(client, before) : 0;
  const webhook = await client.webhooks.edit.mutate({ id: before.id, ...change });
  return buildSavedWebhook({
    webhook,
    done: describeChange(before, webhook),
    notes: [
      ...(note === undefined || format === before.format ? [] : [note]),
      ...(ended === 0 ? [] : [formatEndedDeliveries(ended)]),
    ],
    generated,
  });
}

/** How many deliveries wait for their next attempt: they fail when the webhook is turned off. Counts up to `MOST`. */
async function countWaitingDeliveries(client: SvcClient, { id }: Webhook): Promise<number> {
  const { items, nextCursor } = await client.webhooks.deliveries.query({
    id,
    status: ['pending'],
    limit: MOST,
  });
  return nextCursor === null ? items.length : MOST + 1;
}

const MOST = 100;

function formatEndedDeliveries(count: number): string {
  const deliveries =
    count > MOST ? `More than ${MOST} deliveries` : formatCount(count, 'delivery', 'deliveries');
  return `${deliveries} waited for the next attempt, and failed with it.`;
}

/** False is the value of `--no-project`. */
function nullFor<Value>(flag: Value | false | undefined): Value | null | undefined {
  return flag === false ? null : flag;
}

function describeChange(before: Webhook, after: Webhook): string {
  if (before.updatedAt === after.updatedAt) return 'unchanged: it is like this already';
  if (before.active === after.active) return 'changed';
  return after.active ? 'turned on' : 'turned off';
}
