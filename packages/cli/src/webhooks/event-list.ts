import { EVENT_EXAMPLES } from '@svc/contract/event-examples';
import type { EventType } from '@svc/contract/webhooks/events';

export const EVENT_TYPES = Object.keys(EVENT_EXAMPLES) as EventType[];

/** The events to choose from. A webhook receives its own `webhook.test` without choosing it. */
export const CHOSEN_EVENTS = EVENT_TYPES.filter((event) => event !== 'webhook.test');
