/** Every event that a webhook can receive. `webhook.test` is sent only to the webhook that a user tests. */
export const EVENT_TYPES = [
  'execution.completed',
  'execution.failed',
  'test.flaky',
  'test.regressed',
  'test.recovered',
  'analysis.completed',
  'webhook.test',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** The events about tests of an execution. */
export type TestEventType = Extract<EventType, `test.${string}`>;
