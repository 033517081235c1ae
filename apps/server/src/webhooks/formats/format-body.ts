import type { WebhookBody } from '@svc/contract/webhooks/events';
import type { WebhookFormat } from '@svc/contract/webhooks/webhooks';
import { buildDiscordBody } from './bodies/discord-body.ts';
import { buildMessage } from './messages/build-message.ts';
import { buildSlackBody } from './bodies/slack-body.ts';
import { buildTeamsBody } from './bodies/teams-body.ts';

/** The JSON that a webhook of this format receives: the exact text of every attempt. */
export function formatBody(format: WebhookFormat, event: WebhookBody): string {
  return JSON.stringify(BODIES[format](event));
}

const BODIES: Record<WebhookFormat, (event: WebhookBody) => unknown> = {
  // The body of Standard Webhooks. @see https://www.standardwebhooks.com
  standard: ({ type, timestamp, data }) => ({ type, timestamp, data }),
  slack: (event) => buildSlackBody(buildMessage(event)),
  teams: (event) => buildTeamsBody(buildMessage(event)),
  discord: (event) => buildDiscordBody(buildMessage(event), event.timestamp),
};
