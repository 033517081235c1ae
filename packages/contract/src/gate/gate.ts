import { z } from 'zod';
import { formatNumber } from '../zod-free/amounts.ts';
import { cause } from '../executions/causes.ts';

const count = z.number().int();

/** Maximum number of excused items, and of blocking items, in an answer. The counts cover all. */
export const GATE_ITEMS_MOST = 1_000;

/** Number of days before its expiry from which an entry is listed under `expiring`. */
export const EXPIRING_DAYS = 3;

export const GATE_VERDICTS = ['pass', 'fail', 'undecided'] as const;
export const gateVerdict = z
  .enum(GATE_VERDICTS)
  .describe(
    'Verdict of the gate. `pass`: nothing blocks. `fail`: something blocks. `undecided`: the execution is running, or data derived from it is not complete yet',
  )
  .meta({ id: 'GateVerdict' });
export type GateVerdict = z.infer<typeof gateVerdict>;

/**
 * `running`: a part is still running. `missing-shards`: shards have not arrived. `roll-ups`: the data derived from the
 * results is not up to date yet. `analysis`: verdicts that may excuse the failures are not available yet.
 */
export const UNDECIDED_REASONS = ['running', 'missing-shards', 'roll-ups', 'analysis'] as const;
export type UndecidedReason = (typeof UNDECIDED_REASONS)[number];

const failureFields = {
  resultId: z.uuid(),
  testId: z.string(),
  title: z.string(),
  titlePath: z.array(z.string()),
  file: z.string(),
  variant: z
    .string()
    .nullable()
    .describe(
      'Distinguishes tests with the same title, such as the Playwright project or the browser; null if there is no variant',
    ),
  line: count.nullable(),
  fingerprint: z.string().nullable(),
  furtherFingerprints: z
    .array(z.string())
    .describe(
      "Fingerprints of the failure's other errors: causes, and errors of earlier attempts. An entry excuses the failure only if it covers them too",
    ),
};

/** A failure that does not block. Its status does not change. */
export const excusedFailure = z
  .object({
    ...failureFields,
    by: z
      .enum(['quarantine', 'known-flake', 'base'])
      .describe(
        'Reason why the failure is excused. `quarantine`: an active entry covers it. `known-flake`: its verdict is KNOWN_FLAKE. `base`: `base` has the same failure, and only new failures block',
      ),
    quarantineId: z.uuid().nullable().describe('Id of the entry; null unless `by` is `quarantine`'),
    reason: z
      .string()
      .describe('Reason of the entry; without an entry, a sentence about the excuse'),
    owner: z.string().nullable(),
    expiresAt: z.iso
      .datetime()
      .nullable()
      .describe('Expiry of the entry (ISO 8601); null without an entry'),
  })
  .meta({ id: 'ExcusedFailure' });
export type ExcusedFailure = z.infer<typeof excusedFailure>;

export const BLOCKING_KINDS = [
  'failure',
  'file-error',
  'run-error',
  'interrupted',
  'missing-shards',
  'mass-failure',
] as const;

/**
 * An entry that does not excuse the failure, although a user may expect that it does. `ended`: it covered this failure
 * of this test, and expired or was lifted in the last 30 days. `other-test`: it is active for a test that did not run
 * in this execution and has the same title in another file, or the same failure in this file. The test may have been
 * moved or renamed.
 */
export const relatedEntry = z
  .object({ quarantineId: z.uuid(), relation: z.enum(['ended', 'other-test']) })
  .meta({ id: 'RelatedEntry' });

/** Reason why an execution does not pass. `why` explains it to people in one or two sentences. */
export const blockingItem = z
  .object({
    kind: z.enum(BLOCKING_KINDS),
    why: z.string(),
    resultId: failureFields.resultId
      .nullable()
      .describe('Id of the failed result; null unless `kind` is `failure`'),
    testId: failureFields.testId.nullable(),
    title: failureFields.title.nullable(),
    titlePath: failureFields.titlePath.nullable(),
    file: failureFields.file
      .nullable()
      .describe('Test file; null unless `kind` is `failure` or `file-error`'),
    variant: failureFields.variant,
    line: failureFields.line,
    fingerprint: failureFields.fingerprint,
    furtherFingerprints: failureFields.furtherFingerprints,
    quarantineId: z
      .uuid()
      .nullable()
      .describe(
        'Id of the active entry of this test that does not cover all errors of this failure; null if there is none',
      ),
    onBase: z
      .boolean()
      .describe(
        'True if the test failed with the same errors in `base`, so the change did not cause the failure',
      ),
    relatedEntry: relatedEntry
      .optional()
      .describe(
        'Entry that may have been expected to excuse the failure; only for failures without `quarantineId`, and only for the first 100 of them',
      ),
  })
  .meta({ id: 'BlockingItem' });
export type BlockingItem = z.infer<typeof blockingItem>;

/** Failures of the gate's answer with one fingerprint. */
export const gateCause = z
  .object({
    ...cause.shape,
    failures: count.describe('Number of failed results; a test may have one in each leg'),
    onBase: count.describe('Number of these failures that `base` has too'),
  })
  .meta({ id: 'GateCause' });
export type GateCause = z.infer<typeof gateCause>;

const gateCauses = z.object({
  items: z
    .array(gateCause)
    .max(GATE_ITEMS_MOST)
    .describe(
      `Causes, at most ${formatNumber(GATE_ITEMS_MOST)}: those with failures that the base does not have first, then by number of tests, highest first`,
    ),
  total: count.describe('Number of causes, including those not listed'),
});
export type GateCauseList = z.infer<typeof gateCauses>;

/** An entry that excused a failure of this execution and ends within three days. */
export const expiringEntry = z
  .object({
    quarantineId: z.uuid(),
    testId: z.string(),
    title: z.string(),
    variant: failureFields.variant,
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'ExpiringEntry' });
export type ExpiringEntry = z.infer<typeof expiringEntry>;

/**
 * Verdict on whether an execution is good enough to merge, judged with the entries that are active now. Statuses never
 * change: an excused failure stays a failure. @see docs/read/definitions.md, "Gate"
 */
export const gate = z
  .object({
    executionId: z.uuid(),
    executionNumber: count,
    project: z.string(),
    url: z.string().describe("Address of the execution's page"),
    verdict: gateVerdict,
    undecided: z
      .object({ reason: z.enum(UNDECIDED_REASONS), why: z.string() })
      .nullable()
      .describe('Reason why the verdict is undecided; null for other verdicts'),
    counts: z.object({
      failures: count.describe('Number of failed results, including excused ones'),
      excused: count,
      blocking: count,
      blockingOnBase: count.describe('Number of blocking failures that `base` has too'),
    }),
    base: z
      .object({ executionId: z.uuid(), number: count, branch: z.string() })
      .nullable()
      .describe(
        "Execution that the change is compared with: of the pull request's target branch, else of the default branch. Null on that branch itself, if there is none, and for an execution without failures",
      ),
    excused: z.array(excusedFailure).max(GATE_ITEMS_MOST),
    blocking: z
      .array(blockingItem)
      .max(GATE_ITEMS_MOST)
      .describe(
        'Blocking items: those that are never excused first, then failures that the base does not have, then the others',
      ),
    causes: z
      .object({ blocking: gateCauses, excused: gateCauses })
      .describe(
        'Failures grouped by fingerprint. The lists of failures name the first failure of each cause',
      ),
    expiring: z.array(expiringEntry).max(GATE_ITEMS_MOST),
    excusesKnownFlakes: z
      .boolean()
      .describe(
        'True if the organization excuses failures whose verdict is KNOWN_FLAKE with a confidence of at least 0.9',
      ),
    blocksOnlyNew: z
      .boolean()
      .describe(
        'True if failures that `base` has too do not block: the organization has `blockOnlyNew` on, and `base` is an execution of the default branch',
      ),
  })
  .meta({ id: 'Gate' });
export type Gate = z.infer<typeof gate>;

export const gateQuery = z.strictObject({ id: z.string() });

/** Settings of the gate for all projects of an organization. */
export const gateSettings = z
  .object({
    excuseKnownFlakes: z
      .boolean()
      .describe(
        'True if the gate excuses failures whose verdict is KNOWN_FLAKE with a confidence of at least 0.9',
      ),
    blockOnlyNew: z
      .boolean()
      .describe(
        'True if failures that the default branch has too do not block. Errors of the run and of files always block',
      ),
  })
  .meta({ id: 'GateSettings' });
export type GateSettings = z.infer<typeof gateSettings>;

const flag = z.literal([true, false], { error: 'Expected true or false' }).optional();

/** Change of the gate's settings. An absent setting does not change. */
export const gateSettingsChange = z
  .strictObject({ excuseKnownFlakes: flag, blockOnlyNew: flag })
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    error: 'Expected at least one setting',
  });
export type GateSettingsChange = z.infer<typeof gateSettingsChange>;
