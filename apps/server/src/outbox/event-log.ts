import type { Consumer } from './drain-outbox.ts';
import type { DueEvent } from './events.queries.ts';

/** Logs each event as a line. */
export function eventLog(log: { info(message: string): void }): Consumer {
  return {
    name: 'log',
    take: async (_scope, events) => () => {
      for (const event of events) log.info(lineOf(event));
    },
  };
}

function lineOf({ type, data }: DueEvent): string {
  if ('revision' in data) {
    const again = data.revision === 1 ? '' : `, revision ${data.revision}`;
    return `${type}: #${data.number} of ${data.project} ${data.status}${again}`;
  }
  if ('analysisId' in data) {
    return `${type}: #${data.number} of ${data.project} ${data.classification}`;
  }
  const branch = 'branch' in data ? ` on ${data.branch}` : '';
  return `${type}: ${data.title}${branch} in ${data.project}`;
}
