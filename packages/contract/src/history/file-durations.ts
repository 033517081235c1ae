import { z } from 'zod';
import { buildPageSchema } from '../pages.ts';

/** Maximum number of files on a page: one page suffices for most projects, because every shard of a CI run asks. */
export const FILE_DURATIONS_MOST = 10_000;

/** Number of executions from which durations are taken: the newest of each framework and name. */
export const FILE_DURATION_EXECUTIONS = 5;

const count = z.number().int();

export const fileDuration = z
  .object({
    file: z.string().describe('Path relative to the repository root'),
    durationMs: count.describe(
      'Median duration of the file in ms, over the executions that `executions` counts',
    ),
    executions: count.describe('Number of executions with this file'),
  })
  .meta({ id: 'FileDuration' });
export type FileDuration = z.infer<typeof fileDuration>;

/** Durations of files, sorted by path. */
export const fileDurationPage = z
  .object({
    ...buildPageSchema(fileDuration).shape,
    executions: count.describe('Number of executions that were counted'),
    expired: count.describe(
      'Number of further executions that were not counted because retention deleted their results',
    ),
  })
  .meta({ id: 'FileDurationPage' });
export type FileDurationPage = z.infer<typeof fileDurationPage>;

export const fileDurationsQuery = z.strictObject({
  project: z.string().min(1).max(200).describe('Name of the project'),
  before: z.iso
    .datetime({ offset: true })
    .describe(
      'Time in the past (ISO 8601); only data that the server had received before it is counted',
    ),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(FILE_DURATIONS_MOST)
    .default(FILE_DURATIONS_MOST)
    .describe('Maximum number of files on the page'),
  cursor: z
    .string()
    .max(20_000)
    .optional()
    .describe('Cursor of the page: `nextCursor` of the previous page; absent for the first page'),
});
export type FileDurationsQuery = z.infer<typeof fileDurationsQuery>;
