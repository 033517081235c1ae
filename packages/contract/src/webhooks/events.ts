import { z } from 'zod';
import { executionTotals } from '../executions/executions.ts';
import { executionStatus } from '../executions/ingest.ts';
import { labelFields } from '../executions/outcomes.ts';
import { EVENT_TYPES, type EventType } from '../zod-free/event-types.ts';

/** Maximum number of tests that an event names. */
export const EVENT_TESTS_MOST = 100;

/**
 * Maximum size of a test's title, and of its file, in an event, as bytes of JSON in UTF-8. With it, the body of an event
 * stays below 64 KB.
 */
export const EVENT_TEXT_BYTES = 256;

const executionFields = {
  executionId: z.uuid(),
  number: z.number().int().describe('Sequential number within the project'),
  project: z.string(),
  branch: z.string().nullable(),
};

const settledExecution = z.object({
  ...executionFields,
  name: z.string().nullable(),
  commit: z.string().nullable(),
  framework: z.string(),
  status: executionStatus,
  totals: executionTotals,
  durationMs: z.number().int(),
  revision: z
    .number()
    .int()
    .describe(
      'Revision of the execution: 1 when it settles for the first time, incremented when later parts change it',
    ),
});

const cutText = z
  .string()
  .describe(
    `Text of at most ${EVENT_TEXT_BYTES} bytes of JSON; a longer one is cut and ends with an ellipsis`,
  );

const changedTests = z.object({
  ...executionFields,
  tests: z
    .array(z.object({ testId: z.string(), title: cutText, file: cutText }))
    .max(EVENT_TESTS_MOST),
  testCount: z.number().int().describe('Number of tests; `tests` names at most 100'),
});

const completedAnalysis = z.object({
  ...executionFields,
  analysisId: z.uuid(),
  ...labelFields,
  confidence: z.number().min(0).max(1),
  needsHuman: z.boolean(),
  summary: z.string(),
  failures: z.number().int().describe('Number of failed tests, failed files and errors of the run'),
});

const webhookTest = z.object({
  webhookId: z.uuid(),
  message: z.string(),
});

/**
 * Every event and its data. An event is written in the transaction of the change that it reports, and delivered at
 * least once.
 *
 * - `execution.completed`: an execution settled. It is complete or was interrupted, and receives no more parts for now.
 * - `execution.failed`: an execution settled, and its status is `failed`.
 * - `test.flaky`: tests became known flakes with this execution.
 * - `test.regressed`: tests failed in this execution whose previous run on its branch passed.
 * - `test.recovered`: tests passed in this execution whose previous run on its branch failed.
 * - `analysis.completed`: the failures of a settled execution were classified, once per revision.
 * - `webhook.test`: a user sent a test of the webhook. Only that webhook receives it.
 */
export const EVENT_DATA = {
  'execution.completed': settledExecution,
  'execution.failed': settledExecution,
  'test.flaky': changedTests,
  'test.regressed': changedTests,
  'test.recovered': changedTests,
  'analysis.completed': completedAnalysis,
  'webhook.test': webhookTest,
} as const satisfies Record<EventType, z.ZodType>;

export const eventType = z.enum(EVENT_TYPES);

export type EventData<Type extends EventType> = z.infer<(typeof EVENT_DATA)[Type]>;

/** An event of any type. `createdAt` is the time at which the change was stored. */
export type Event = {
  [Type in EventType]: {
    id: string;
    type: Type;
    createdAt: Date;
    data: EventData<Type>;
  };
}[EventType];

/** Body that a webhook of the format `standard` receives: the `data` of the event with the address of its page. */
export const webhookBody = z.object({
  type: eventType,
  timestamp: z.iso.datetime().describe('Time at which the change was stored (ISO 8601)'),
  data: z.looseObject({ url: z.string().describe('Address of the page in the dashboard') }),
});
export type WebhookBody = {
  [Type in EventType]: {
    type: Type;
    timestamp: string;
    data: EventData<Type> & { url: string };
  };
}[EventType];
