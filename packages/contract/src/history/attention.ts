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

/** Executions that began longer ago need no attention. */
export const ATTENTION_DAYS = 14;

/** Something that needs attention now. */
export const attentionItem = z
  .object({
    kind: z.enum(ATTENTION_KINDS),
    title: z.string().describe('One line'),
    detail: z.string().describe('What is known of it, one or two sentences'),
    project: z.string(),
    branch: z.string().nullable(),
    testIds: z.array(z.string()).describe('At most 100'),
    tests: z.number().int().describe('How many tests it concerns'),
    executionId: z.uuid().nullable(),
    executionNumber: z.number().int().nullable().describe('That of the execution in its project'),
    fingerprint: z.string().nullable(),
    ...labelFields,
    sinceCommit: z.string().nullable().describe('The first commit that shows it'),
    at: z.iso.datetime(),
    recent: z.array(outcome).describe("The first test's last runs, oldest first; or none"),
  })
  .meta({ id: 'AttentionItem' });
export type AttentionItem = z.infer<typeof attentionItem>;

export const attention = z
  .object({
    items: z.array(attentionItem).describe('At most 20, most severe first'),
    ...usedSource,
  })
  .meta({ id: 'Attention' });
export type Attention = z.infer<typeof attention>;

/** The parameters of GET /api/attention. */
export const attentionQuery = z.strictObject({
  project: z.string().min(1).max(200).optional().describe('Name of the project; default all'),
});
export type AttentionQuery = z.infer<typeof attentionQuery>;
