import type { Classification } from '@svc/contract/executions/outcomes';
import type { EventType } from '@svc/contract/zod-free/event-types';
import type { Event } from '@svc/contract/webhooks/events';
import type { Webhook } from '../../db/models/webhook.ts';

/** The facts that decide whether a webhook receives an event. */
export type Subscription = Pick<
  Webhook,
  'events' | 'format' | 'project' | 'branch' | 'minSeverity'
>;

// A higher number is more severe.
const SEVERITY: Record<Classification, number> = {
  REAL_BUG: 3,
  HEALABLE: 2,
  INFRA: 1,
  KNOWN_FLAKE: 0,
};

/**
 * Whether a webhook receives an event: it subscribes to the type, and the event passes its filters. An event without a
 * class passes the filter for severity; one without an execution passes no filter for a project or branch. A chat gets one message about a failed execution. `webhook.test` is not for
 * subscriptions: `queueDelivery` sends it to one webhook.
 */
export function isWanted(
  { events, format, project, branch, minSeverity }: Subscription,
  { type, data }: Pick<Event, 'type' | 'data'>,
): boolean {
  if (type === 'webhook.test') return false;
  const wants = (one: EventType) => events.includes('*') || events.includes(one);
  if (!wants(type)) return false;
  if (format !== 'standard' && isSaidByAnother({ type, data }) && wants('execution.failed'))
    return false;
  const execution = 'executionId' in data ? data : null;
  if (project !== null && execution?.project !== project) return false;
  if (branch !== null && execution?.branch !== branch) return false;
  if (minSeverity === null || !('classification' in data) || data.classification === null) {
    return true;
  }
  return SEVERITY[data.classification] >= SEVERITY[minSeverity];
}

/** A failed execution has two events. In a chat, they would be two messages with the same text. */
function isSaidByAnother({ type, data }: Pick<Event, 'type' | 'data'>): boolean {
  return type === 'execution.completed' && 'status' in data && data.status === 'failed';
}
