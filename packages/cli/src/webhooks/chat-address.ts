import type { WebhookFormat } from '@svc/contract/webhooks/webhooks';
import { CommandError } from '../errors/exit.ts';

export interface ChosenFormat {
  /** Undefined: the server's default, or what the webhook has. */
  format: WebhookFormat | undefined;
  /** For people, if the format was not typed but came from the address. */
  note: string | undefined;
}

/**
 * The format for an address: the typed one, else the one that the chat at this address reads.
 * @throws CommandError for a typed format that the chat at this address cannot read.
 */
export function formatFor(
  address: string | undefined,
  typed: WebhookFormat | undefined,
): ChosenFormat {
  const chat = address === undefined ? undefined : chatAt(address);
  if (chat === undefined) return { format: typed, note: undefined };
  if (typed === undefined) return { format: chat.format, note: noteOn(chat) };
  if (typed !== chat.format && chat.isCertain) {
    throw new CommandError(
      `a ${chat.name} address reads no messages in the format ${typed}`,
      `write --format ${chat.format}, or leave out --format`,
    );
  }
  return { format: typed, note: undefined };
}

interface Chat {
  name: string;
  format: WebhookFormat;
  /** False where the address may also belong to a workflow that reads any JSON. */
  isCertain: boolean;
}

function noteOn({ name, format, isCertain }: Chat): string {
  const other = isCertain ? '' : ' If another program reads it: --format standard';
  return `The format is ${format}, because the address belongs to ${name}.${other}`;
}

const CHATS: readonly (Chat & { host: RegExp; path: RegExp })[] = [
  {
    name: 'Slack',
    format: 'slack',
    isCertain: true,
    host: /^hooks\.slack(?:-gov)?\.com$/,
    path: /^\/services\//,
  },
  // Discord reads messages for Slack at this path.
  {
    name: 'Discord',
    format: 'slack',
    isCertain: true,
    host: /(?:^|\.)discord(?:app)?\.com$/,
    path: /^\/api\/(?:v\d+\/)?webhooks\/.*\/slack\/?$/,
  },
  {
    name: 'Discord',
    format: 'discord',
    isCertain: true,
    host: /(?:^|\.)discord(?:app)?\.com$/,
    path: /^\/api\/(?:v\d+\/)?webhooks\//,
  },
  { name: 'Teams', format: 'teams', isCertain: true, host: /\.webhook\.office\.com$/, path: /^/ },
  { name: 'Teams', format: 'teams', isCertain: false, host: /\.logic\.azure\.com$/, path: /^/ },
  {
    name: 'Teams',
    format: 'teams',
    isCertain: false,
    host: /\.environment\.api\.powerplatform\.com$/,
    path: /\/workflows\//,
  },
];

function chatAt(address: string): Chat | undefined {
  if (!URL.canParse(address)) return undefined;
  const { hostname, pathname } = new URL(address);
  return CHATS.find(({ host, path }) => host.test(hostname) && path.test(pathname));
}
