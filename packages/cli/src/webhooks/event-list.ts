import type { EventType } from '@svc/contract/webhooks/events';

/** What each event reports, in one line. The contract's own list would load zod. */
export const EVENT_MEANINGS: Record<EventType, string> = {
  'execution.completed': 'an execution settled: its results are complete for now',
  'execution.failed': 'an execution settled, and its status is failed',
  'test.flaky': 'tests became known flakes',
  'test.regressed': 'tests fail whose run before on the branch passed',
  'test.recovered': 'tests pass whose run before on the branch failed',
  'analysis.completed': 'the failures of an execution have their classes',
  'webhook.test': 'sent by svc webhooks test, to that webhook only',
};

export const EVENT_TYPES = Object.keys(EVENT_MEANINGS) as EventType[];

/** The events to choose from. A webhook receives its own `webhook.test` without choosing it. */
export const CHOSEN_EVENTS = EVENT_TYPES.filter((event) => event !== 'webhook.test');
