import type { Classification } from '@svc/contract/executions/outcomes';
import type { Webhook, WebhookFormat } from '@svc/contract/webhooks/webhooks';
import { Option, type Command } from 'commander';
import { buildCannotCombineError } from '../../errors/exit.ts';
import { CLASS_FLAG_LIST, parseClass } from '../../flags/class-option.ts';
import { buildChoiceOption, listFrom } from '../../flags/option-values.ts';
import type { SecretFlags } from './typed-secret.ts';
import { EVENT_TYPES } from '@svc/contract/zod-free/event-types';

export const WEBHOOK_ARGUMENT = 'its id, the start or end of the id, or its address';

/** The facts of a webhook as flags. False takes a filter or the secret off. */
export interface WebhookFlags extends SecretFlags {
  event?: Webhook['events'];
  allEvents?: boolean;
  format?: WebhookFormat;
  description?: string;
  project?: string | false;
  branch?: string | false;
  minSeverity?: Classification | false;
}

// The contract's own list would load zod.
const FORMATS: readonly WebhookFormat[] = ['standard', 'slack', 'teams', 'discord'];

/** The flags that `create` and `update` have in common. */
export function addWebhookOptions(command: Command, defaultFormat: string): Command {
  const events = new Option(
    '--event <event>',
    'what to send, repeatable or with commas; svc webhooks events lists them',
  ).argParser(listFrom<Webhook['events'][number]>([...CHOSEN_EVENTS, '*']));
  const severity = new Option(
    '--min-severity <class>',
    `of analyses, only this class or a more severe one, and unsure ones: ${CLASS_FLAG_LIST}`,
  ).argParser(parseClass);
  return command
    .addOption(events)
    .option('--all-events', 'every event, also those of later versions')
    .addOption(
      buildChoiceOption('--format <format>', `the body (default: ${defaultFormat})`, FORMATS),
    )
    .option('--description <text>', 'what the webhook is for')
    .option('--project <name>', 'only events of this project')
    .option('--branch <name>', 'only events of executions on this branch')
    .addOption(severity)
    .option('--secret <text>', 'signs what is sent; the shell may keep it in its history')
    .option('--secret-stdin', 'read the secret from stdin')
    .option('--generate-secret', 'make a secret, and print it once; with --json in `secret`');
}

/**
 * The events from the flags; undefined without a flag.
 * @throws CommandError for both flags.
 */
export function pickEvents({ event, allEvents }: WebhookFlags): Webhook['events'] | undefined {
  if (allEvents !== true) return event;
  if (event === undefined) return ['*'];
  throw buildCannotCombineError('--event and --all-events');
}

/** The events to choose from. A webhook receives its own `webhook.test` without choosing it. */
export const CHOSEN_EVENTS = EVENT_TYPES.filter((event) => event !== 'webhook.test');
