import { z } from 'zod';
import { filterParameters } from '../filters.ts';
import { labelFields } from '../executions/outcomes.ts';
import { pageParameters, sourcedPageOf } from '../pages.ts';

const count = z.number().int();

export const FAILURE_PHASES = ['new', 'ongoing', 'over'] as const;
export type FailurePhase = (typeof FAILURE_PHASES)[number];

/** All failures of the window with one fingerprint. Failed attempts of tests that passed on retry do not count. */
export const failureGroup = z
  .object({
    fingerprint: z.string(),
    pattern: z.string().describe('What the fingerprint was made from'),
    count: count.describe('Results that failed so'),
    tests: count,
    executions: count,
    branches: z.array(z.string()).describe('Up to 5, the most frequent first'),
    phase: z
      .enum(FAILURE_PHASES)
      .describe(
        '`over`: on every branch that had it, a later execution that speaks for the branch (finished, ' +
          'not partial, clean tree, from CI) ran each test that failed so, and it passed; else `new`: ' +
          'first seen inside the window; else `ongoing`',
      ),
    firstSeenAt: z.iso.datetime().describe('Ever, in this project'),
    lastSeenAt: z.iso.datetime(),
    perDay: z.array(count).describe('Failures on each day of the window (UTC), oldest first'),
    ...labelFields,
    example: z.object({
      resultId: z.uuid(),
      executionId: z.uuid(),
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
    .describe('In the pattern, titles and files; or a whole fingerprint, also of an older version'),
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
