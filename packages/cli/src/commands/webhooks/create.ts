import { connect, type Invocation } from '../../invocation/invocation.ts';
import { CommandError } from '../../errors/exit.ts';
import { addExamples } from '../../flags/filter-options.ts';
import type { Answer } from '../../terminal/answer.ts';
import { buildSavedWebhook } from './text/webhook-text.ts';
import { formatFor } from './chat-address.ts';
import { readTypedSecret } from './typed-secret.ts';
import type { DeclareCommand } from '../../invocation/declare-command.ts';
import {
  addWebhookOptions,
  pickEvents,
  type WebhookFlags,
  CHOSEN_EVENTS,
} from './webhook-flags.ts';

/** `svc webhooks create <url>`. */
export const declareCreate: DeclareCommand = (command, run) => {
  command
    .summary('send events to an address')
    .description(
      'Sends events to an address. The format standard is that of Standard Webhooks, signed if ' +
        'there is a secret; slack, teams and discord are messages for the incoming webhook of a chat.',
    )
    .argument('<address>', 'where to send: http or https')
    .action((address: string) =>
      run(command, (invocation, flags: CreateFlags) => create(invocation, address, flags)),
    );
  addWebhookOptions(command, "that of the address's chat, else standard").option(
    '--off',
    'create it, and send nothing yet',
  );
  addExamples(
    command,
    'svc webhooks create https://example.com/hook --event execution.failed --generate-secret',
    'svc webhooks create https://example.com/hook --all-events --secret-stdin < secret.txt',
    'svc webhooks create https://hooks.slack.com/services/… --event test.flaky,test.regressed',
    'svc webhooks create https://example.com/hook --event analysis.completed --min-severity real-bug',
  );
};

interface CreateFlags extends WebhookFlags {
  off?: boolean;
}

async function create(
  invocation: Invocation,
  address: string,
  flags: CreateFlags,
): Promise<Answer> {
  const events = pickEvents(flags);
  if (events === undefined) {
    throw new CommandError(
      'name at least one event',
      `add --all-events, or --event with some of ${CHOSEN_EVENTS.join(', ')}`,
    );
  }
  const { format, note } = formatFor(address, flags.format);
  const client = await connect(invocation);
  const { secret, generated } = await readTypedSecret(flags, invocation.world.stdin);
  const webhook = await client.webhooks.create.mutate({
    url: address,
    events,
    format,
    secret: secret ?? undefined,
    description: flags.description,
    project: flags.project || undefined,
    branch: flags.branch || undefined,
    minSeverity: flags.minSeverity || undefined,
    active: flags.off === true ? false : undefined,
  });
  return buildSavedWebhook({
    webhook,
    done: 'created',
    notes: note === undefined ? [] : [note],
    generated,
  });
}
