import { z } from 'zod';
import { causeList } from './causes.ts';
import { execution } from './executions.ts';
import { resultStatus } from './ingest.ts';
import { FINGERPRINT, labelFields } from './outcomes.ts';
import { COMPARE_LIMITS } from '../zod-free/limits.ts';
import { testError } from './test-errors.ts';

const count = z.number().int();

const comparedSide = z.object({
  resultId: z.uuid(),
  status: resultStatus.describe('Of several results of the test the worst'),
  flaky: z.boolean(),
  durationMs: count.describe("The last attempt's"),
});

/** A test with its runs in both executions; null: not in that execution. */
export const comparedTest = z
  .object({
    testId: z.string(),
    title: z.string(),
    titlePath: z.array(z.string()),
    file: z.string(),
    line: count.nullable(),
    variant: z.string().nullable(),
    owner: z.string().nullable(),
    base: comparedSide.nullable(),
    head: comparedSide.nullable(),
    baseFrom: z
      .object({ executionId: z.uuid(), number: count })
      .nullable()
      .describe(
        'The base did not run the test, so that its side is that of this earlier execution of its branch: ' +
          'the newest one of the 30 days before that speaks for the branch and ran the test',
      ),
    error: testError
      .nullable()
      .describe(
        "First error of the head's last failed attempt, of tests that failed or were flaky there; also " +
          'null for the errors that `errorsOmitted` counts',
      ),
    fingerprint: z.string().nullable().describe('Of that error'),
    ...labelFields,
    retries: count.describe("The head's attempts after the first"),
  })
  .meta({ id: 'ComparedTest' });
export type ComparedTest = z.infer<typeof comparedTest>;

export const comparedDuration = z
  .object({
    ...comparedTest.shape,
    durationDeltaMs: count,
    durationDeltaRate: z.number().nullable().describe('delta / base; null when base is 0'),
  })
  .meta({ id: 'ComparedDuration' });
export type ComparedDuration = z.infer<typeof comparedDuration>;

/** A test that failed in the base and passed in the head. */
export const improvedTest = z
  .object({
    ...comparedTest.shape,
    baseFingerprint: z
      .string()
      .nullable()
      .describe("Of the base's failure, which is gone; null until it is derived"),
  })
  .meta({ id: 'ImprovedTest' });
export type ImprovedTest = z.infer<typeof improvedTest>;

/** A test that failed in both executions. */
export const stillFailingTest = z
  .object({
    ...comparedTest.shape,
    otherError: z
      .boolean()
      .describe(
        'One of its errors in the head is not among its errors in the base: the gate calls it new',
      ),
  })
  .meta({ id: 'StillFailingTest' });
export type StillFailingTest = z.infer<typeof stillFailingTest>;

const notRunReason = z
  .enum(['file', 'partial', 'interrupted', 'shards'])
  .describe('Its file failed to load or set up, or the head is partial, cut off, or lacks shards');
export type NotRunReason = z.infer<typeof notRunReason>;

export const BASE_CHOICES = [
  'named',
  'base-commit',
  'base-commit-missing',
  'newest',
  'after-head',
] as const;

/**
 * The changes from one execution to another. Tests are matched by testId. `summary` counts all tests; the lists may
 * name fewer.
 */
export const comparison = z
  .object({
    base: execution,
    head: execution,
    baseChoice: z
      .enum(BASE_CHOICES)
      .describe(
        '`named`: by its id. `base-commit`: of the commit that the head is based on (`git.baseCommit`), and it speaks for ' +
          'the branch. `base-commit-missing`: no execution of that commit and of the suite speaks and began before the ' +
          'head, so that it is the newest that does. `newest`: the newest that speaks for the branch and began before ' +
          'the head, or `latest`; no base commit is known. `after-head`: none began before the head, so that it is the ' +
          'first that began after it: what the branch itself broke or fixed since counts as a change',
      ),
    summary: z.object({
      baseTests: count.describe(
        'Tests of the base with any outcome, each counted once: removedTests and notRun are among them',
      ),
      regressions: count,
      improvements: count,
      stillFailing: count,
      otherErrors: count.describe('Of stillFailing: those with `otherError`'),
      newTests: count,
      newFailing: count.describe(
        'New tests that fail, which are among newTests. regressions + stillFailing + newFailing are all ' +
          'tests that fail in the head',
      ),
      removedTests: count,
      notRun: count,
      brokenFiles: count.describe('Files of the head that failed to load or to set up'),
      newlyFlaky: count,
      slower: count,
      faster: count,
      machineFactor: z
        .number()
        .nullable()
        .describe(
          "How many times as long the head's machine took: the median ratio of the durations, head / base, over " +
            'all tests that passed in both. 1.3: all tests took about 1.3 times as long. `slower` and `faster` ' +
            'name only tests that changed beyond it. Null with fewer than 10 ratios; tests whose durations have ' +
            'a geometric mean below 5 ms have none',
        ),
      durationDeltaMs: count
        .nullable()
        .describe(
          "Head's wall time minus base's; null when a side carries parts: its wall time is only that of the " +
            'parts that ran again; and null when the two have different reporters: report files may hold the ' +
            "sum of the tests' durations",
        ),
      durationDeltaRate: z
        .number()
        .nullable()
        .describe('The same / base; null when base is 0, and when durationDeltaMs is null'),
      errorsOmitted: count.describe(
        'Errors of the named tests that the answer leaves out because all together are too long',
      ),
    }),
    regressions: z.array(comparedTest).describe('Passed in the base, failed in the head'),
    improvements: z.array(improvedTest).describe('Failed in the base, passed in the head'),
    stillFailing: z.array(stillFailingTest),
    newTests: z
      .array(comparedTest)
      .describe(
        'Only in the head; or failed there while no execution of the last 30 days says how the base ' +
          'would have ended. Those that failed come first',
      ),
    removedTests: z.array(comparedTest).describe('Only in the base'),
    notRun: z
      .array(z.object({ ...comparedTest.shape, reason: notRunReason }))
      .describe('Tests of the base that the head had no chance to show'),
    newlyFlaky: z.array(comparedTest).describe('Passed at once in the base, flaky in the head'),
    performance: z.object({
      slower: z.array(comparedDuration),
      faster: z.array(comparedDuration),
    }),
    causes: z
      .object({
        regressions: causeList,
        newFailing: causeList,
        stillFailing: causeList,
        improvements: causeList.describe("Of the base's failures, which are gone"),
      })
      .describe(
        'What these tests failed with: 400 tests that miss one server have one cause. The tests of a cause are those ' +
          'with its fingerprint',
      ),
  })
  .meta({ id: 'Comparison' });
export type Comparison = z.infer<typeof comparison>;

/** `latest`, `branch:NAME`, or an execution's id. */
export const executionReference = z
  .string()
  .min(1)
  .max(1_007)
  .refine((text) => /^(?:latest$|branch:.|[0-9a-f]{8}-[0-9a-f-]{27}$)/i.test(text), {
    error: "Expected an execution's id, `latest`, or `branch:NAME`",
  });

/** The parameters of GET /api/compare. */
export const compareQuery = z.strictObject({
  base: executionReference.describe("An execution's id, `latest`, or `branch:NAME`"),
  head: executionReference.describe('The same'),
  project: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Where `latest` and `branch:NAME` are looked up, when neither side is an id'),
  commit: z
    .string()
    .regex(/^[0-9a-f]{7,64}$/i, { error: 'Expected a commit as hex digits' })
    .optional()
    .describe('The current commit in full, whose executions `latest` prefers'),
  durationThreshold: z.coerce
    .number()
    .min(0)
    .max(1_000)
    .default(0.2)
    .describe('Share by which a test must have become slower or faster'),
  minDurationMs: z.coerce
    .number()
    .int()
    .min(0)
    .max(86_400_000)
    .default(50)
    .describe('Difference below which none is reported'),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(COMPARE_LIMITS.listedMost)
    .default(COMPARE_LIMITS.listed)
    .describe('How many tests and causes each list names: of each cause one, then further ones'),
  fingerprint: z
    .string()
    .regex(FINGERPRINT, { error: 'Expected a fingerprint: `fp2:` and 32 hex digits' })
    .optional()
    .describe(
      'Only the tests of this cause are named, in the lists that have causes. Counts and causes stay as they are',
    ),
});
export type CompareQuery = z.infer<typeof compareQuery>;
