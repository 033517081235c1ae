import { z } from 'zod';
import { filterParameters } from '../filters.ts';
import { labelFields } from '../executions/outcomes.ts';
import { pageParameters, buildSourcedPageSchema } from '../pages.ts';

const count = z.number().int();

export const FAILURE_PHASES = ['new', 'ongoing', 'over'] as const;
/**
 * Hours after a failure was first seen during which its phase is `new`. A failure that the default branch fixed stays
 * open on another branch that last ran no more than this before the default branch did.
 */
export const NEW_HOURS = 48;
/** A failure that was first seen in this many last executions of its suite, on the branch that is judged, is `new`. */
export const NEW_EXECUTIONS = 3;
/** Days without an execution after which a suite of another branch is ignored, if the default branch has run. */
export const QUIET_DAYS = 14;

export type FailurePhase = (typeof FAILURE_PHASES)[number];

/** All failures of the window with one fingerprint. Failed attempts of tests that passed on retry do not count. */
export const failureGroup = z
  .object({
    fingerprint: z.string(),
    pattern: z.string().describe('Readable text from which the fingerprint was made'),
    count: count.describe('Number of results that failed with this fingerprint'),
    tests: count,
    executions: count,
    projects: count.describe(
      'Number of projects with this failure; `example` names the project of the newest one',
    ),
    branches: z
      .array(z.string())
      .describe('Branches with this failure, most frequent first, at most 5'),
    phase: z
      .enum(FAILURE_PHASES)
      .describe(
        "Phase of the failure. It is judged on the branch of the request; without one, on the project's default branch, and for a failure that the default branch never had, on the branches that have it. `over`: in every suite of these branches that had the failure, a later execution that counts for its branch (finished, not partial, clean work tree, from CI) ran each affected test, and it passed. A failure that the default branch fixed is over, unless another branch had it after the fix and has a run later than 48 hours before the last execution of the default branch. A suite of another branch is ignored once it has not run in the last 14 days while the default branch has, or in the 14 days before the last execution of the default branch. `new`: not over, and first seen in the last 48 hours, or in one of the last 3 executions of its suite and in the last 14 days. `ongoing`: neither",
      ),
    onlyOn: z
      .array(z.string())
      .describe(
        'Branches on which the failure is not over, newest first, at most 5; empty if the default branch is one of them, if the failure is over, and if the request names a branch',
      ),
    gone: z
      .object({
        at: z.iso.datetime(),
        executionId: z.uuid(),
        number: count.describe('Number of the execution within its project'),
        project: z.string(),
        branch: z.string().nullable(),
      })
      .nullable()
      .describe(
        'Execution with which the failure was over: the first one in which its last failing test passed. Null while the failure is not over, and if no suite that had it has run since',
      ),
    firstSeenAt: z.iso
      .datetime()
      .describe(
        'Time at which the failure was first seen in any of its projects (ISO 8601), also before the window',
      ),
    lastSeenAt: z.iso
      .datetime()
      .describe(
        'Time at which the failure was last seen in the window (ISO 8601), in the execution of `example`',
      ),
    perDay: z
      .array(count)
      .describe('Number of failures on each day of the window (UTC), oldest first'),
    ...labelFields,
    example: z.object({
      resultId: z.uuid(),
      executionId: z.uuid(),
      executionNumber: count.describe('Number of the execution within its project'),
      testId: z.string(),
      project: z.string(),
      title: z.string(),
      file: z.string(),
      line: count.nullable(),
      message: z
        .string()
        .nullable()
        .describe('First error message of the newest failure; null if it has none'),
    }),
  })
  .meta({ id: 'FailureGroup' });
export type FailureGroup = z.infer<typeof failureGroup>;

export const failurePage = buildSourcedPageSchema(failureGroup);

export const FAILURE_SORTS = ['count', 'newest', 'tests'] as const;
export type FailureSort = (typeof FAILURE_SORTS)[number];

/** Parameters of GET /api/failures. */
export const failuresQuery = z.strictObject({
  ...filterParameters,
  search: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Text to find in pattern, titles and files, or a complete fingerprint'),
  phase: z
    .array(z.enum(FAILURE_PHASES))
    .min(1)
    .max(10)
    .optional()
    .describe('Phases that a failure may have; repeatable'),
  sort: z
    .enum(FAILURE_SORTS)
    .default('count')
    .describe('Sort key, highest first; ties by the newest failure, then by fingerprint'),
  ...pageParameters,
});
export type FailuresQuery = z.infer<typeof failuresQuery>;
