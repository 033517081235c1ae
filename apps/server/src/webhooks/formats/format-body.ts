import type { WebhookBody } from '@svc/contract/webhooks/events';
import type { WebhookFormat } from '@svc/contract/webhooks/webhooks';
import { discordBody } from './bodies/discord-body.ts';
import { messageOf } from './messages/message-of.ts';
import { slackBody } from './bodies/slack-body.ts';
import { standardBody } from './bodies/standard-body.ts';
import { teamsBody } from './bodies/teams-body.ts';

/** The JSON that a webhook of this format receives: the exact text of every attempt. */
export function formatBody(format: WebhookFormat, event: WebhookBody): string {
  return JSON.stringify(BODIES[format](event));
}

const BODIES: Record<WebhookFormat, (event: WebhookBody) => unknown> = {
  standard: standardBody,
  slack: (event) => slackBody(messageOf(event)),
  teams: (event) => teamsBody(messageOf(event)),
  discord: (event) => discordBody(messageOf(event), event.timestamp),
};
