import { z } from 'zod';
import { executionStatus } from './executions/ingest.ts';
import { classification } from './executions/outcomes.ts';

const settledExecution = z.object({
  executionId: z.uuid(),
  number: z.number().int().describe('Counts up per project'),
  project: z.string(),
  status: executionStatus,
  revision: z
    .number()
    .int()
    .describe('1 when the execution settled for the first time; rises when later parts changed it'),
});

const changedTest = z.object({
  testId: z.string(),
  project: z.string(),
  title: z.string(),
  file: z.string(),
  executionId: z
    .uuid()
    .nullable()
    .describe('The newest execution that the change was found in; null if it is not known'),
});

const testOfBranch = changedTest.extend({ branch: z.string() });

const completedAnalysis = z.object({
  analysisId: z.uuid(),
  executionId: z.uuid(),
  number: z.number().int().describe("The execution's number in its project"),
  project: z.string(),
  branch: z.string().nullable(),
  classification,
  confidence: z.number().min(0).max(1),
  needsHuman: z.boolean(),
  summary: z.string(),
  failures: z.number().int().describe('Failed tests, files that failed, and errors of the run'),
});

/**
 * Every event and its data. Events are written in the transaction of what they report, and delivered at least once.
 *
 * - `execution.completed`: an execution settled. It is complete or was interrupted, and receives no more parts for now.
 * - `execution.failed`: an execution settled, and its status is `failed`.
 * - `test.flaky`: a test became a known flake.
 * - `test.regressed`: a test failed on a branch where its run before passed.
 * - `test.recovered`: a test passed on a branch where its run before failed.
 * - `analysis.completed`: the failures of a settled execution were classified, once per revision.
 */
export const EVENT_DATA = {
  'execution.completed': settledExecution,
  'execution.failed': settledExecution,
  'test.flaky': changedTest,
  'test.regressed': testOfBranch,
  'test.recovered': testOfBranch,
  'analysis.completed': completedAnalysis,
} as const;

export type EventType = keyof typeof EVENT_DATA;
export const EVENT_TYPES = Object.keys(EVENT_DATA) as EventType[];

/** An event of any type. `createdAt` is when the change was stored. */
export type Event = {
  [Type in EventType]: {
    id: string;
    type: Type;
    createdAt: Date;
    data: z.infer<(typeof EVENT_DATA)[Type]>;
  };
}[EventType];
