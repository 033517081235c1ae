import { z } from 'zod';
import { usedSource } from '../filters.ts';
import { labelFields, outcome } from '../executions/outcomes.ts';

export const ATTENTION_KINDS = [
  'failing',
  'regression',
  'incomplete',
  'newly-flaky',
  'slower',
] as const;
export type AttentionKind = (typeof ATTENTION_KINDS)[number];

const count = z.number().int();

/** Days after which an execution no longer needs attention. */
export const ATTENTION_DAYS = 14;

/** Start of a problem, with the commit and the author that began it. */
export const attentionSince = z
  .object({
    at: z.iso.datetime().describe('Start time of the first execution with the problem (ISO 8601)'),
    isAtLeast: z
      .boolean()
      .describe(
        'True if no known earlier execution ran the test without this failure: the problem may be older, and `author` is null. For a regression, true only if the newest 50 executions of the branch all have it, because the test passed on the base',
      ),
    commit: z.string().nullable(),
    commitUrl: z
      .string()
      .nullable()
      .describe("Address of the commit's page; null unless the repository is on GitHub or GitLab"),
    author: z
      .string()
      .nullable()
      .describe('Author of the commit; null if not reported or `isAtLeast`'),
    title: z.string().nullable().describe('First line of the commit message; null if not reported'),
    executionId: z
      .uuid()
      .nullable()
      .describe('Id of the first execution with the problem; null if it is no longer stored'),
    number: count
      .nullable()
      .describe('Number of that execution within its project; null if it is no longer stored'),
    resultId: z
      .uuid()
      .nullable()
      .describe(
        'Id of the failed result of the test in that execution; null for several tests and without a failing test',
      ),
    before: z
      .string()
      .nullable()
      .describe(
        'Earlier outcomes of the first test, from up to 49 of its runs in the suite: `passed 40 times before` (in a row: at least 3, or every known run), `failed with another error before`, or `flaky before`. Null if no earlier run is known',
      ),
  })
  .meta({ id: 'AttentionSince' });
export type AttentionSince = z.infer<typeof attentionSince>;

/** Something that needs attention now. */
export const attentionItem = z
  .object({
    kind: z.enum(ATTENTION_KINDS),
    title: z.string().describe('Title of the item, one line'),
    detail: z.string().describe('Details of the item, one or two sentences'),
    project: z.string(),
    branch: z.string().nullable(),
    testIds: z.array(z.string()).describe('Ids of the affected tests, at most 100'),
    tests: count.describe('Number of affected tests'),
    executionId: z.uuid().nullable(),
    executionNumber: count
      .nullable()
      .describe('Number of the execution within its project; null without an execution'),
    fingerprint: z.string().nullable(),
    ...labelFields,
    sinceCommit: z.string().nullable().describe('Same commit as in `since`'),
    since: attentionSince
      .nullable()
      .describe('Start of the problem; null for `incomplete` and `slower`, and if it is not known'),
    at: z.iso
      .datetime()
      .describe(
        'Time at which the problem was last seen (ISO 8601): the start of `executionId`; for `newly-flaky`, when the test became flaky',
      ),
    recent: z
      .array(outcome)
      .describe(
        'Last outcomes of the first test, at most 20, oldest first: in the suite of `executionId`; for `newly-flaky`, on all branches; empty if none are known',
      ),
  })
  .meta({ id: 'AttentionItem' });
export type AttentionItem = z.infer<typeof attentionItem>;

export const attention = z
  .object({
    items: z
      .array(attentionItem)
      .describe('Items that need attention, most severe first, at most 20'),
    idleDefaultBranches: z
      .array(z.object({ project: z.string(), branch: z.string() }))
      .describe(
        'Default branches without a complete execution in the last 14 days in projects whose other branches have one, so the state of the branch is unknown. Only branches that an admin chose or that ran before; at most 20, sorted by project',
      ),
    ...usedSource,
  })
  .meta({ id: 'Attention' });
export type Attention = z.infer<typeof attention>;

/** Parameters of GET /api/attention. */
export const attentionQuery = z.strictObject({
  project: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Name of the project; default: all projects'),
});
export type AttentionQuery = z.infer<typeof attentionQuery>;
