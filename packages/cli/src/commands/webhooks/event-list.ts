import { EVENT_TYPES } from '@svc/contract/event-types';

/** The events to choose from. A webhook receives its own `webhook.test` without choosing it. */
export const CHOSEN_EVENTS = EVENT_TYPES.filter((event) => event !== 'webhook.test');
