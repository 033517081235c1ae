import { z } from 'zod';

const days = z.number().int().min(1).max(36_500).nullable().describe('Days; null: without limit');

/** For how many days an organization keeps its data. */
export const retentionSettings = z
  .object({
    resultsDays: days.describe('Results with their errors and output, by the week of upload'),
    artifactsDays: days.describe('Files that tests attached'),
    rollUpsDays: days.describe('Executions and what is derived from results; at least resultsDays'),
  })
  .meta({ id: 'RetentionSettings' });
export type RetentionSettings = z.infer<typeof retentionSettings>;

/** An absent field stays as it is. */
export const retentionChange = z.strictObject(retentionSettings.partial().shape);
export type RetentionChange = z.infer<typeof retentionChange>;

const count = z.number().int();

export const sweptItems = z.object({
  count,
  isMore: z.boolean().describe('There are more than were counted'),
  oldestAt: z.iso.datetime().nullable(),
});
export type SweptItems = z.infer<typeof sweptItems>;

/** What the next hourly sweep would delete. */
export const nextSweep = z
  .object({
    results: z
      .object({ ...sweptItems.shape, results: count })
      .describe('Executions whose results it deletes, and how many results these have'),
    artifacts: z.object({ ...sweptItems.shape, bytes: count }),
    rollUps: sweptItems.describe('Executions that it deletes, with all that is known of them'),
  })
  .meta({ id: 'NextSweep' });
export type NextSweep = z.infer<typeof nextSweep>;

export const retentionAnswer = z.object({
  settings: retentionSettings,
  nextSweep,
  stored: z.object({
    databaseBytes: count.describe('The database of all organizations of the server together'),
    artifactFiles: count.describe('Of this organization, as are their bytes'),
    artifactBytes: count,
  }),
});
export type RetentionAnswer = z.infer<typeof retentionAnswer>;

const allowance = z.object({
  used: count,
  limit: count.nullable().describe('Null: no limit'),
});

/** What the organization stores, and may store. */
export const usage = z
  .object({
    results: allowance.describe('Uploads are refused (403) while `used` is not below `limit`'),
    artifactBytes: allowance.describe(
      'Artifacts that would exceed `limit` are refused; each content counts once',
    ),
  })
  .meta({ id: 'Usage' });
export type UsageAnswer = z.infer<typeof usage>;
