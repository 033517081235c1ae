import type { WebhookBody } from '@svc/contract/webhooks/events';
import { buildAnalysisMessage } from './analysis-message.ts';
import { buildExecutionMessage } from './execution-message.ts';
import type { Message } from './message.ts';
import { toProse } from '../texts/prose.ts';
import { buildTestsMessage } from './tests-message.ts';

/** Builds the message of an event for people. */
export function buildMessage(event: WebhookBody): Message {
  switch (event.type) {
    case 'execution.completed':
    case 'execution.failed':
      return buildExecutionMessage(event.data);
    case 'test.flaky':
    case 'test.regressed':
    case 'test.recovered':
      return buildTestsMessage(event.type, event.data);
    case 'analysis.completed':
      return buildAnalysisMessage(event.data);
    case 'webhook.test':
    default:
      return buildReachMessage(event.data);
  }
}

function buildReachMessage({ message, url }: { message: string; url: string }): Message {
  return {
    title: 'svc can reach this channel',
    tone: 'info',
    facts: [],
    prose: toProse(message),
    tests: [],
    testsOmitted: 0,
    link: { label: 'Open the webhooks', url },
  };
}
