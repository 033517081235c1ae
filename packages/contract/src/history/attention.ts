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

/** Executions that began longer ago need no attention. */
export const ATTENTION_DAYS = 14;

/** Since when an item lasts, and whose commit began it. */
export const attentionSince = z
  .object({
    at: z.iso.datetime().describe('When the first execution that shows it began'),
    isAtLeast: z
      .boolean()
      .describe(
        'No known execution before it ran the test without this failure: it may have begun earlier, and nobody is ' +
          'named. Of a regression, only where the newest 50 of the branch all show it: it passed on the base',
      ),
    commit: z.string().nullable(),
    commitUrl: z
      .string()
      .nullable()
      .describe("The commit's page, where the repository is on GitHub or GitLab"),
    author: z
      .string()
      .nullable()
      .describe("The commit's author; null: not reported, or `isAtLeast`"),
    title: z.string().nullable().describe('First line of the commit message'),
    executionId: z
      .uuid()
      .nullable()
      .describe('The first execution that shows it; null: no longer stored'),
    number: count.nullable().describe('That of the execution in its project'),
    resultId: z
      .uuid()
      .nullable()
      .describe('How the test failed in it; null for several tests, and without a failing test'),
    before: z
      .string()
      .nullable()
      .describe(
        'What its first test was before, of its up to 49 runs in the suite: `passed 40 times before` (in ' +
          'a row: at least 3, or every known run), `failed with another error before`, else `flaky before`. ' +
          'Null: no run before it is known',
      ),
  })
  .meta({ id: 'AttentionSince' });
export type AttentionSince = z.infer<typeof attentionSince>;

/** Something that needs attention now. */
export const attentionItem = z
  .object({
    kind: z.enum(ATTENTION_KINDS),
    title: z.string().describe('One line'),
    detail: z.string().describe('What is known of it, one or two sentences'),
    project: z.string(),
    branch: z.string().nullable(),
    testIds: z.array(z.string()).describe('At most 100'),
    tests: count.describe('How many tests it concerns'),
    executionId: z.uuid().nullable(),
    executionNumber: count.nullable().describe('That of the execution in its project'),
    fingerprint: z.string().nullable(),
    ...labelFields,
    sinceCommit: z.string().nullable().describe('That of `since`'),
    since: attentionSince.nullable().describe('Null of `incomplete` and `slower`'),
    at: z.iso
      .datetime()
      .describe(
        'When it was last seen: the start of `executionId`; of `newly-flaky`, when the test became flaky',
      ),
    recent: z
      .array(outcome)
      .describe(
        "The first test's last runs, at most 20, oldest first: in the suite of `executionId`; of " +
          '`newly-flaky`, on all branches; or none',
      ),
  })
  .meta({ id: 'AttentionItem' });
export type AttentionItem = z.infer<typeof attentionItem>;

export const attention = z
  .object({
    items: z.array(attentionItem).describe('At most 20, most severe first'),
    idleDefaultBranches: z
      .array(z.object({ project: z.string(), branch: z.string() }))
      .describe(
        'Default branches without a whole execution in the last 14 days, of projects whose other branches have ' +
          'one: nothing is known of them. Those that an admin chose, or that ran before. At most 20, by project',
      ),
    ...usedSource,
  })
  .meta({ id: 'Attention' });
export type Attention = z.infer<typeof attention>;

/** The parameters of GET /api/attention. */
export const attentionQuery = z.strictObject({
  project: z.string().min(1).max(200).optional().describe('Name of the project; default all'),
});
export type AttentionQuery = z.infer<typeof attentionQuery>;
