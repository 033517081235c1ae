import { z } from 'zod';
import { cause } from '../executions/causes.ts';

const count = z.number().int();

/** How many excused and how many blocking items an answer names at most. The counts cover all. */
export const GATE_ITEMS_MOST = 1_000;

/** How long before its end an entry is listed under `expiring`. */
export const EXPIRING_DAYS = 3;

export const GATE_VERDICTS = ['pass', 'fail', 'undecided'] as const;
export const gateVerdict = z
  .enum(GATE_VERDICTS)
  .describe(
    '`pass`: nothing blocks. `undecided`: the execution is running, or what is derived from it is not complete yet',
  )
  .meta({ id: 'GateVerdict' });
export type GateVerdict = z.infer<typeof gateVerdict>;

/**
 * `running`: a part is still running. `missing-shards`: shards have not arrived. `roll-ups`: what is derived from the
 * results is a moment behind. `analysis`: verdicts on the failures may excuse them, and are not there yet.
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
    .describe('What tells apart tests of one title, such as the Playwright project or the browser'),
  line: count.nullable(),
  fingerprint: z.string().nullable(),
  furtherFingerprints: z
    .array(z.string())
    .describe(
      'Of its other errors: causes, and those of earlier attempts. An entry excuses the failure only if it covers them too',
    ),
};

/** A failure that does not block. Its status stays as it is. */
export const excusedFailure = z
  .object({
    ...failureFields,
    by: z
      .enum(['quarantine', 'known-flake', 'base'])
      .describe('`base`: it is in `base`, too, and only what is new blocks'),
    quarantineId: z.uuid().nullable().describe('Null unless `by` is `quarantine`'),
    reason: z.string().describe("The entry's reason, or a sentence"),
    owner: z.string().nullable(),
    expiresAt: z.iso.datetime().nullable().describe('Of the entry; null without one'),
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
 * An entry that excuses nothing here, and may be why somebody expected that it does. `ended`: it covered this failure
 * of this test, and expired or was lifted in the last 30 days. `other-test`: it is active for a test that did not run
 * in this execution, and that has the same title in another file, or the same failure in this file. The test may have
 * been moved or renamed.
 */
export const relatedEntry = z
  .object({ quarantineId: z.uuid(), relation: z.enum(['ended', 'other-test']) })
  .meta({ id: 'RelatedEntry' });

/** Why an execution does not pass. `why` is a sentence or two for people. */
export const blockingItem = z
  .object({
    kind: z.enum(BLOCKING_KINDS),
    why: z.string(),
    resultId: failureFields.resultId.nullable().describe('Null unless `kind` is `failure`'),
    testId: failureFields.testId.nullable(),
    title: failureFields.title.nullable(),
    titlePath: failureFields.titlePath.nullable(),
    file: failureFields.file.nullable().describe('Also for `file-error`'),
    variant: failureFields.variant,
    line: failureFields.line,
    fingerprint: failureFields.fingerprint,
    furtherFingerprints: failureFields.furtherFingerprints,
    quarantineId: z
      .uuid()
      .nullable()
      .describe(
        'The active entry of this test that does not cover this failure, because it has another fingerprint',
      ),
    onBase: z
      .boolean()
      .describe(
        'A failure whose test failed with the same errors in `base`: the change did not make it',
      ),
    relatedEntry: relatedEntry
      .optional()
      .describe('Only for a failure without `quarantineId`, and for the first 100 of these'),
  })
  .meta({ id: 'BlockingItem' });
export type BlockingItem = z.infer<typeof blockingItem>;

/** The failures of the gate's answer that have one fingerprint. */
export const gateCause = z
  .object({
    ...cause.shape,
    failures: count.describe('Failed results: a test may have one in each leg'),
    onBase: count.describe('Of these failures: those that are in `base`, too'),
  })
  .meta({ id: 'GateCause' });
export type GateCause = z.infer<typeof gateCause>;

const gateCauses = z.object({
  items: z
    .array(gateCause)
    .max(GATE_ITEMS_MOST)
    .describe('Those with failures that the base does not have first, then those of most tests'),
  total: count.describe('How many causes there are'),
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
 * Whether an execution may count as good enough to merge, as of now. Statuses never change: an excused failure stays a
 * failure. @see definitions: gate
 */
export const gate = z
  .object({
    executionId: z.uuid(),
    executionNumber: count,
    project: z.string(),
    url: z.string().describe("The execution's page"),
    verdict: gateVerdict,
    undecided: z
      .object({ reason: z.enum(UNDECIDED_REASONS), why: z.string() })
      .nullable()
      .describe('Why it is undecided; null otherwise'),
    counts: z.object({
      failures: count.describe('Failed results, excused ones included'),
      excused: count,
      blocking: count,
      blockingOnBase: count.describe('Of the blocking items: failures that are in `base`, too'),
    }),
    base: z
      .object({ executionId: z.uuid(), number: count, branch: z.string() })
      .nullable()
      .describe(
        "The execution of the pull request's target, otherwise of the default branch, that the change is compared with. Null on that branch itself, and without any",
      ),
    excused: z.array(excusedFailure).max(GATE_ITEMS_MOST),
    blocking: z
      .array(blockingItem)
      .max(GATE_ITEMS_MOST)
      .describe(
        'What is never excused, then the failures that the base does not have, then the others',
      ),
    causes: z
      .object({ blocking: gateCauses, excused: gateCauses })
      .describe('What the failures have in common. The lists name the first failure of each cause'),
    expiring: z.array(expiringEntry).max(GATE_ITEMS_MOST),
    excusesKnownFlakes: z
      .boolean()
      .describe(
        'Whether the organization excuses verdicts of KNOWN_FLAKE from a confidence of 0.9',
      ),
    blocksOnlyNew: z
      .boolean()
      .describe(
        'Whether failures that are in `base`, too, do not block: the organization wants that, and `base` is of the default branch',
      ),
  })
  .meta({ id: 'Gate' });
export type Gate = z.infer<typeof gate>;

export const gateQuery = z.strictObject({ id: z.string() });

/** Settings of the gate, for all projects of an organization. */
export const gateSettings = z
  .object({
    excuseKnownFlakes: z
      .boolean()
      .describe('Whether the gate excuses verdicts of KNOWN_FLAKE from a confidence of 0.9'),
    blockOnlyNew: z
      .boolean()
      .describe(
        'Whether failures of a change do not block that the default branch has, too. Errors of the run and of files always block',
      ),
  })
  .meta({ id: 'GateSettings' });
export type GateSettings = z.infer<typeof gateSettings>;

const flag = z.literal([true, false], { error: 'Expected true or false' }).optional();

/** A setting that is left out stays as it is. */
export const gateSettingsChange = z
  .strictObject({ excuseKnownFlakes: flag, blockOnlyNew: flag })
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    error: 'Expected at least one setting',
  });
export type GateSettingsChange = z.infer<typeof gateSettingsChange>;
