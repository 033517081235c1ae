import { z } from 'zod';
import { pageOf } from '../pages.ts';

/** How many files a page has at most: one page is enough for most projects, because every shard of a CI run asks. */
export const FILE_DURATIONS_MOST = 10_000;

/** From how many executions the duration of a file is taken: the newest of each framework and name. */
export const FILE_DURATION_EXECUTIONS = 5;

const count = z.number().int();

export const fileDuration = z
  .object({
    file: z.string().describe("Relative to the repository's root"),
    durationMs: count.describe('The median over `executions`'),
    executions: count.describe('How many executions with this file were counted'),
  })
  .meta({ id: 'FileDuration' });
export type FileDuration = z.infer<typeof fileDuration>;

/** By file. */
export const fileDurationPage = z
  .object({
    ...pageOf(fileDuration).shape,
    executions: count.describe('How many executions were counted'),
    expired: count.describe(
      'How many further executions would have been counted, but retention has deleted their results',
    ),
  })
  .meta({ id: 'FileDurationPage' });
export type FileDurationPage = z.infer<typeof fileDurationPage>;

export const fileDurationsQuery = z.strictObject({
  project: z.string().min(1).max(200).describe('Name of the project'),
  before: z.iso
    .datetime({ offset: true })
    .describe('Only what the server had received before this time, which is in the past, counts'),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(FILE_DURATIONS_MOST)
    .default(FILE_DURATIONS_MOST)
    .describe('How many files the page holds at most'),
  cursor: z.string().max(20_000).optional().describe('`nextCursor` of the page before'),
});
export type FileDurationsQuery = z.infer<typeof fileDurationsQuery>;
