import { z } from 'zod';

const days = z
  .number()
  .int()
  .min(1)
  .max(36_500)
  .nullable()
  .describe('Number of days; null for no limit');

/** Number of days for which an organization keeps its data. */
export const retentionSettings = z
  .object({
    resultsDays: days.describe(
      'Days to keep results with their errors and output, counted from the week of the upload; null for no limit',
    ),
    artifactsDays: days.describe(
      'Days to keep artifacts, the files that tests attached; null for no limit',
    ),
    rollUpsDays: days.describe(
      'Days to keep executions and everything derived from results, at least `resultsDays`; null for no limit',
    ),
  })
  .meta({ id: 'RetentionSettings' });
export type RetentionSettings = z.infer<typeof retentionSettings>;

/** An absent field stays as it is. */
export const retentionChange = z.strictObject(retentionSettings.partial().shape);
export type RetentionChange = z.infer<typeof retentionChange>;

const count = z.number().int();

export const sweptItems = z.object({
  count,
  isMore: z.boolean().describe('True if there are more items than were counted'),
  oldestAt: z.iso.datetime().nullable(),
});
export type SweptItems = z.infer<typeof sweptItems>;

/** Data that the next hourly sweep would delete. */
export const nextSweep = z
  .object({
    results: z
      .object({ ...sweptItems.shape, results: count })
      .describe('Executions whose results the sweep deletes, and the number of these results'),
    artifacts: z.object({ ...sweptItems.shape, bytes: count }),
    rollUps: sweptItems.describe(
      'Executions that the sweep deletes with everything derived from them',
    ),
  })
  .meta({ id: 'NextSweep' });
export type NextSweep = z.infer<typeof nextSweep>;

export const retentionAnswer = z.object({
  settings: retentionSettings,
  nextSweep,
  stored: z.object({
    databaseBytes: count.describe(
      "Size in bytes of the server's database, which all its organizations share",
    ),
    artifactFiles: count.describe('Number of stored artifact files of this organization'),
    artifactBytes: count,
  }),
});
export type RetentionAnswer = z.infer<typeof retentionAnswer>;

const allowance = z.object({
  used: count,
  limit: count.nullable().describe('Maximum that may be stored; null for no limit'),
});

/** Storage that the organization uses, and its limits. */
export const usage = z
  .object({
    results: allowance.describe(
      'Stored results. Uploads are refused (403) unless `used` is below `limit`',
    ),
    artifactBytes: allowance.describe(
      'Size of stored artifacts in bytes. Artifacts that would exceed `limit` are refused; identical contents count once',
    ),
  })
  .meta({ id: 'Usage' });
export type UsageAnswer = z.infer<typeof usage>;
