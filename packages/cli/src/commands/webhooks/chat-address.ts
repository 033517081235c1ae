import { findChat, type Chat } from '@svc/contract/zod-free/chat-addresses';
import type { WebhookFormat } from '@svc/contract/webhooks/webhooks';
import { CommandError } from '../../errors/exit.ts';

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
  const chat = address === undefined ? undefined : findChat(address);
  if (chat === undefined) return { format: typed, note: undefined };
  if (typed === undefined) return { format: chat.format, note: describeChat(chat) };
  if (typed !== chat.format && chat.isCertain) {
    throw new CommandError(
      `a ${chat.name} address reads no messages in the format ${typed}`,
      `write --format ${chat.format}, or leave out --format`,
    );
  }
  return { format: typed, note: undefined };
}

function describeChat({ name, format, isCertain }: Chat): string {
  const other = isCertain ? '' : ' If another program reads it: --format standard';
  return `The format is ${format}, because the address belongs to ${name}.${other}`;
}
