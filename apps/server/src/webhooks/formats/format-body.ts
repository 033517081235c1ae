import type { WebhookBody } from '@svc/contract/webhooks/events';
import type { WebhookFormat } from '@svc/contract/webhooks/webhooks';
import { discordBody } from './discord-body.ts';
import { messageOf } from './message-of.ts';
import { slackBody } from './slack-body.ts';
import { standardBody } from './standard-body.ts';
import { teamsBody } from './teams-body.ts';

/** The JSON that a webhook of this format receives: the exact text of every attempt. */
export function formatBody(format: WebhookFormat, event: WebhookBody): string {
  return JSON.stringify(bodyOf(format, event));
}

function bodyOf(format: WebhookFormat, event: WebhookBody): unknown {
  switch (format) {
    case 'standard':
      return standardBody(event);
    case 'slack':
      return slackBody(messageOf(event));
    case 'teams':
      return teamsBody(messageOf(event));
    case 'discord':
      return discordBody(messageOf(event), event.timestamp);
  }
}
