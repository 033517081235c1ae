import type { WebhookBody } from '@svc/contract/webhooks/events';
import { analysisMessage } from './analysis-message.ts';
import { executionMessage } from './execution-message.ts';
import type { Message } from './message.ts';
import { proseOf } from '../texts/prose.ts';
import { testsMessage } from './tests-message.ts';

/** What an event says to people. */
export function messageOf(event: WebhookBody): Message {
  switch (event.type) {
    case 'execution.completed':
    case 'execution.failed':
      return executionMessage(event.data);
    case 'test.flaky':
    case 'test.regressed':
    case 'test.recovered':
      return testsMessage(event.type, event.data);
    case 'analysis.completed':
      return analysisMessage(event.data);
    case 'webhook.test':
    default:
      return reachMessage(event.data);
  }
}

function reachMessage({ message, url }: { message: string; url: string }): Message {
  return {
    title: 'svc can reach this channel',
    tone: 'info',
    facts: [],
    prose: proseOf(message),
    tests: [],
    testsOmitted: 0,
    link: { label: 'Open the webhooks', url },
  };
}
