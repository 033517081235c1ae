import type { Classification } from '@svc/contract/executions/outcomes';
import type { Event } from '@svc/contract/webhooks/events';
import type { Webhook } from '../../models/webhook.ts';

/** What decides whether a webhook receives an event. */
export type Subscription = Pick<Webhook, 'events' | 'project' | 'branch' | 'minSeverity'>;

// A higher number is more severe.
const SEVERITY: Record<Classification, number> = {
  REAL_BUG: 3,
  HEALABLE: 2,
  INFRA: 1,
  KNOWN_FLAKE: 0,
};

/**
 * Whether a webhook receives an event: it subscribes to the type, and the event passes its filters. An event without a
 * class passes the filter for severity. `webhook.test` is sent to one webhook by `queueDelivery`, and never by a
 * subscription.
 */
export function isWanted(
  { events, project, branch, minSeverity }: Subscription,
  { type, data }: Pick<Event, 'type' | 'data'>,
): boolean {
  if (!('executionId' in data)) return false;
  if (!events.includes('*') && !events.includes(type)) return false;
  if (project !== null && data.project !== project) return false;
  if (branch !== null && data.branch !== branch) return false;
  if (minSeverity === null || !('classification' in data)) return true;
  return SEVERITY[data.classification] >= SEVERITY[minSeverity];
}
