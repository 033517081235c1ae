import { EVENT_EXAMPLES } from '../../packages/contract/src/zod-free/event-examples.ts';
import { EVENT_TYPES } from '../../packages/contract/src/zod-free/event-types.ts';

/** When each event is sent, and its body. */
export function renderEvents(): string {
  return EVENT_TYPES.map(renderEvent).join('\n\n');
}

function renderEvent(type: (typeof EVENT_TYPES)[number]): string {
  const { summary, data } = EVENT_EXAMPLES[type];
  const body = { type, timestamp: '2026-11-29T08:30:00.000Z', data };
  return `### ${type}\n\n${summary}\n\n\`\`\`json\n${JSON.stringify(body, null, 2)}\n\`\`\``;
}
