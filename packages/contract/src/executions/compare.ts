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
  status: resultStatus.describe('Status of the test; the worst if it has several results'),
  flaky: z.boolean(),
  durationMs: count.describe('Duration of the last attempt in ms'),
});

/** A test with its runs in both executions; a side is null if that execution does not have the test. */
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
        "Earlier execution of the base's branch that provides the base side because the base did not run the test: the newest one of the 30 days before the base that counts for its branch and ran the test. Null if `base` is from the base itself, or null",
      ),
    error: testError
      .nullable()
      .describe(
        "First error of the head's last failed attempt; null for tests that neither failed nor were flaky in the head, and for the errors that `errorsOmitted` counts",
      ),
    fingerprint: z
      .string()
      .nullable()
      .describe('Fingerprint of that error; null without an error, or until it is derived'),
    ...labelFields,
    retries: count.describe("Number of the head's attempts after the first"),
  })
  .meta({ id: 'ComparedTest' });
export type ComparedTest = z.infer<typeof comparedTest>;

export const comparedDuration = z
  .object({
    ...comparedTest.shape,
    durationDeltaMs: count,
    durationDeltaRate: z
      .number()
      .nullable()
      .describe(
        'Relative change: `durationDeltaMs` / base duration; null if the base duration is 0',
      ),
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
      .describe(
        "Fingerprint of the base's failure, which the head does not have; null until it is derived",
      ),
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
        'True if the head has an error of this test that the base does not have. The gate counts such a failure as new',
      ),
  })
  .meta({ id: 'StillFailingTest' });
export type StillFailingTest = z.infer<typeof stillFailingTest>;

const notRunReason = z
  .enum(['file', 'partial', 'interrupted', 'shards'])
  .describe(
    'Reason why the head did not run the test. `file`: its file failed to load or to set up. `partial`: the head is partial. `interrupted`: the test or the head was interrupted. `shards`: the head lacks shards',
  );
export type NotRunReason = z.infer<typeof notRunReason>;

export const BASE_CHOICES = [
  'named',
  'base-commit',
  'base-commit-missing',
  'newest',
  'after-head',
] as const;

/**
 * Changes from one execution to another. Tests are matched by testId. `summary` counts all tests; the lists may have
 * fewer.
 */
export const comparison = z
  .object({
    base: execution,
    head: execution,
    baseChoice: z
      .enum(BASE_CHOICES)
      .describe(
        'Reason why this execution is the base. `named`: the request names its id. `base-commit`: it ran on the commit that the head is based on (`git.baseCommit`) and counts for its branch. `base-commit-missing`: no execution of that commit and of the same suite that began before the head counts for its branch, so the newest one that does is used. `newest`: the newest one that counts for its branch and began before the head, because no base commit is known, or the execution that `latest` names. `after-head`: none began before the head, so the first one that began after it is used; changes of the branch itself since then count as changes',
      ),
    summary: z.object({
      baseTests: count.describe(
        'Number of tests in the base, with any outcome; includes removedTests and notRun',
      ),
      regressions: count,
      improvements: count,
      stillFailing: count,
      otherErrors: count.describe('Number of tests in stillFailing with `otherError`'),
      newTests: count,
      newFailing: count.describe(
        'Number of new tests that fail; they are also counted in newTests. regressions + stillFailing + newFailing = all tests that fail in the head',
      ),
      removedTests: count,
      notRun: count,
      brokenFiles: count.describe('Number of files of the head that failed to load or to set up'),
      newlyFlaky: count,
      slower: count,
      faster: count,
      machineFactor: z
        .number()
        .nullable()
        .describe(
          "Speed of the head's machine relative to the base's: the median ratio of durations, head / base, over all tests that passed in both. 1.3 means that all tests took about 1.3 times as long. `slower` and `faster` list only tests that changed beyond it. Null with fewer than 10 ratios; tests whose durations have a geometric mean below 5 ms are not used",
        ),
      durationDeltaMs: count
        .nullable()
        .describe(
          "Wall time of the head minus that of the base, in ms. Null if a side carries parts, because its wall time covers only the parts that ran again. Null if the two have different reporters, because report files may hold the sum of the tests' durations",
        ),
      durationDeltaRate: z
        .number()
        .nullable()
        .describe(
          'Relative change: `durationDeltaMs` / wall time of the base; null if that is 0 or `durationDeltaMs` is null',
        ),
      errorsOmitted: count.describe(
        'Number of errors of the listed tests that are left out because of the size limit',
      ),
    }),
    regressions: z
      .array(comparedTest)
      .describe('Tests that passed in the base and failed in the head'),
    improvements: z
      .array(improvedTest)
      .describe('Tests that failed in the base and passed in the head'),
    stillFailing: z.array(stillFailingTest),
    newTests: z
      .array(comparedTest)
      .describe(
        'Tests that are only in the head, and tests that failed in the head whose base outcome is unknown because no execution of the last 30 days ran them. Failed tests come first',
      ),
    removedTests: z.array(comparedTest).describe('Tests that are only in the base'),
    notRun: z
      .array(z.object({ ...comparedTest.shape, reason: notRunReason }))
      .describe('Tests of the base that the head could not run'),
    newlyFlaky: z
      .array(comparedTest)
      .describe('Tests that passed in the base without a retry and are flaky in the head'),
    performance: z.object({
      slower: z.array(comparedDuration),
      faster: z.array(comparedDuration),
    }),
    causes: z
      .object({
        regressions: causeList,
        newFailing: causeList,
        stillFailing: causeList,
        improvements: causeList.describe(
          "Causes of the base's failures that the head does not have",
        ),
      })
      .describe(
        'Causes of the failures in each list, by fingerprint. For example, 400 tests that cannot reach one server have one cause',
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

/** Parameters of GET /api/compare. */
export const compareQuery = z.strictObject({
  base: executionReference.describe(
    'Execution to compare with: an execution id, `latest`, or `branch:NAME`',
  ),
  head: executionReference.describe(
    'Execution to compare: an execution id, `latest`, or `branch:NAME`',
  ),
  project: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe(
      'Project in which `latest` and `branch:NAME` are looked up if neither side is an id; required if the organization has several projects',
    ),
  commit: z
    .string()
    .regex(/^[0-9a-f]{7,64}$/i, { error: 'Expected a commit as hex digits' })
    .optional()
    .describe('Current commit, in full; `latest` prefers its executions'),
  durationThreshold: z.coerce
    .number()
    .min(0)
    .max(1_000)
    .default(0.2)
    .describe('Minimum relative change of a duration for slower and faster tests; 0.2 means 20 %'),
  minDurationMs: z.coerce
    .number()
    .int()
    .min(0)
    .max(86_400_000)
    .default(50)
    .describe('Minimum change of a duration in ms for slower and faster tests'),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(COMPARE_LIMITS.listedMost)
    .default(COMPARE_LIMITS.listed)
    .describe(
      'Maximum number of tests and causes in each list. One test of each cause is listed first, then further ones',
    ),
  fingerprint: z
    .string()
    .regex(FINGERPRINT, { error: 'Expected a fingerprint: `fp2:` and 32 hex digits' })
    .optional()
    .describe(
      'Fingerprint of the cause whose tests are listed, in the lists that have causes. Counts and causes do not change',
    ),
});
export type CompareQuery = z.infer<typeof compareQuery>;
