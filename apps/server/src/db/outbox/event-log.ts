import type { Consumer } from './drain-outbox.ts';
import type { DueEvent } from './events.queries.ts';

/** Logs each event as a line. */
export function createEventLog(log: { info(message: string): void }): Consumer {
  return {
    name: 'log',
    take: async (_scope, events) => () => {
      for (const event of events) log.info(formatEventLine(event));
    },
  };
}

function formatEventLine({ type, data }: DueEvent): string {
  if ('webhookId' in data) return `${type}: ${data.webhookId}`;
  return `${type}: #${data.number} of ${data.project}${formatOutcome(data)}`;
}

function formatOutcome(data: Exclude<DueEvent['data'], { webhookId: string }>): string {
  if ('revision' in data) {
    const again = data.revision === 1 ? '' : `, revision ${data.revision}`;
    return ` ${data.status}${again}`;
  }
  if ('analysisId' in data) return ` ${data.classification}`;
  const [first] = data.tests;
  return data.testCount === 1 && first !== undefined
    ? `, ${first.title}`
    : `, ${data.testCount} tests`;
}
