import { z } from 'zod';
import { filterParameters } from '../filters.ts';
import { labelFields } from '../executions/outcomes.ts';
import { pageParameters, sourcedPageOf } from '../pages.ts';

const count = z.number().int();

export const FAILURE_PHASES = ['new', 'ongoing', 'over'] as const;
/** What is first seen in this time is new; and so long, what the default branch fixed may come back from a branch. */
export const NEW_HOURS = 48;
/** What is first seen in so many of the last executions of a suite is new, on the branch that speaks. */
export const NEW_EXECUTIONS = 3;
/** A suite of a branch that has not run for so long, while the default branch has, has no say. */
export const QUIET_DAYS = 14;

export type FailurePhase = (typeof FAILURE_PHASES)[number];

/** All failures of the window with one fingerprint. Failed attempts of tests that passed on retry do not count. */
export const failureGroup = z
  .object({
    fingerprint: z.string(),
    pattern: z.string().describe('What the fingerprint was made from'),
    count: count.describe('Results that failed so'),
    tests: count,
    executions: count,
    projects: count.describe('In which it occurs; `example` names that of its newest failure'),
    branches: z.array(z.string()).describe('Up to 5, the most frequent first'),
    phase: z
      .enum(FAILURE_PHASES)
      .describe(
        "Of the branch that speaks: `branch`, else the project's default branch, and for a failure that it never had, " +
          'the branches that have it. `over`: in each of their suites that had it, a later execution that ' +
          'speaks (finished, not partial, clean tree, from CI) ran each test that failed so, and it passed. ' +
          'What the default branch fixed is over, unless a branch with a run in the last 48 hours failed so ' +
          'after that. A suite of another branch has no say once it has not run in the last 14 days while the default ' +
          'branch has, or in the 14 days before the last execution of the default branch. Else `new`: first seen in the last 48 hours, or in one of the last 3 executions of its suite on ' +
          'the branch that speaks and in the last 14 days; else `ongoing`',
      ),
    onlyOn: z
      .array(z.string())
      .describe(
        'The only branches on which it is not over, at most 5, the newest first; empty if the default branch ' +
          'is one of them, if it is over, and of `branch`',
      ),
    gone: z
      .object({
        at: z.iso.datetime(),
        executionId: z.uuid(),
        number: count.describe('That of the execution in its project'),
        project: z.string(),
        branch: z.string().nullable(),
      })
      .nullable()
      .describe(
        'The execution with which it was over: the last of its tests passed in it for the first time. Null while it is ' +
          'not over, and if nothing that had it has run since',
      ),
    firstSeenAt: z.iso.datetime().describe('Ever, in this project'),
    lastSeenAt: z.iso.datetime().describe('In the window, in the execution of `example`'),
    perDay: z.array(count).describe('Failures on each day of the window (UTC), oldest first'),
    ...labelFields,
    example: z.object({
      resultId: z.uuid(),
      executionId: z.uuid(),
      executionNumber: count.describe('That of the execution in its project'),
      testId: z.string(),
      project: z.string(),
      title: z.string(),
      file: z.string(),
      line: count.nullable(),
      message: z.string().nullable().describe("The newest failure's first message"),
    }),
  })
  .meta({ id: 'FailureGroup' });
export type FailureGroup = z.infer<typeof failureGroup>;

export const failurePage = sourcedPageOf(failureGroup);

export const FAILURE_SORTS = ['count', 'newest', 'tests'] as const;
export type FailureSort = (typeof FAILURE_SORTS)[number];

/** The parameters of GET /api/failures. */
export const failuresQuery = z.strictObject({
  ...filterParameters,
  search: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('In the pattern, titles and files; or a whole fingerprint'),
  phase: z
    .array(z.enum(FAILURE_PHASES))
    .min(1)
    .max(10)
    .optional()
    .describe('Only causes in one of these phases; repeatable'),
  sort: z
    .enum(FAILURE_SORTS)
    .default('count')
    .describe('Falling; ties by the newest failure, then the fingerprint'),
  ...pageParameters,
});
export type FailuresQuery = z.infer<typeof failuresQuery>;
