import { z } from 'zod';
import { FINGERPRINT, testFields, testIdText } from '../executions/outcomes.ts';
import { buildPageSchema, pageParameters } from '../pages.ts';

/** Default lifetime of an entry in days. */
export const QUARANTINE_DEFAULT_DAYS = 14;

/** Maximum lifetime of an entry in days, counted from its creation or change. */
export const QUARANTINE_DAYS_MOST = 90;

/** Maximum number of fingerprints of an entry. */
export const QUARANTINE_FINGERPRINTS_MOST = 50;

/** Maximum number of active entries of an organization. */
export const QUARANTINE_ENTRIES_MOST = 1_000;

const count = z.number().int();

const fingerprints = z
  .union([
    z.literal('any'),
    z
      .array(z.string().regex(FINGERPRINT, { error: 'Expected a fingerprint such as fp2:6be1…' }))
      .min(1)
      .max(QUARANTINE_FINGERPRINTS_MOST)
      .transform((all) => [...new Set(all)]),
  ])
  .describe(
    'Failures to excuse: those whose every error has one of these fingerprints, or `any`. Causes and errors of earlier attempts count as errors',
  );

const fields = {
  fingerprints,
  reason: z
    .string()
    .trim()
    .min(1)
    .max(1_000)
    .describe('Reason for the quarantine, such as the address of an issue'),
  owner: z.string().trim().min(1).max(200).describe('Person or team that fixes the failure'),
  expiresAt: z.iso
    .datetime({ offset: true })
    .describe(`Expiry (ISO 8601), in the future and at most ${QUARANTINE_DAYS_MOST} days ahead`),
};

export const QUARANTINE_STATES = ['active', 'expired', 'lifted'] as const;
export const quarantineState = z
  .enum(QUARANTINE_STATES)
  .describe(
    'State of the entry. `active`: it excuses failures. `expired`: its expiry has passed. `lifted`: a person or the server ended it early',
  )
  .meta({ id: 'QuarantineState' });
export type QuarantineState = z.infer<typeof quarantineState>;

/** Entry that excuses known failures of one test until a date. The test still runs, and its failures stay failures. */
export const quarantineEntry = z
  .object({
    id: z.uuid(),
    ...testFields,
    fingerprints: z.union([z.literal('any'), z.array(z.string())]),
    reason: z.string(),
    owner: z.string().nullable(),
    createdBy: z
      .string()
      .nullable()
      .describe(
        'Email address of the user or name of the API key that created the entry; null if unknown',
      ),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    excusedCount: count.describe(
      'Number of failed results of settled executions that the entry excused',
    ),
    lastExcusedAt: z.iso.datetime().nullable(),
    state: quarantineState,
    endedAt: z.iso
      .datetime()
      .nullable()
      .describe('Time at which the entry was lifted (ISO 8601); null unless it was lifted'),
    endedBy: z
      .string()
      .nullable()
      .describe(
        'Name of who lifted the entry; `server` if the entry had excused nothing for 14 days and its test has recovered; null unless it was lifted',
      ),
  })
  .meta({ id: 'QuarantineEntry' });
export type QuarantineEntry = z.infer<typeof quarantineEntry>;

/** Entries, newest first. */
export const quarantinePage = buildPageSchema(quarantineEntry);

export const quarantineListQuery = z.strictObject({
  project: z.string().min(1).max(200).optional().describe('Name of the project'),
  testId: testIdText.optional(),
  active: z
    .enum(['true', 'false'])
    .optional()
    .describe('`true` lists only active entries, `false` only ended ones. Default: both'),
  ...pageParameters,
});
export type QuarantineListQuery = z.infer<typeof quarantineListQuery>;

export const quarantineInput = z.strictObject({
  testId: testIdText,
  fingerprints: fields.fingerprints
    .optional()
    .describe(
      'Fingerprints to excuse, or `any` for every failure of the test. Default: the fingerprints with which the test was flaky on at least two commits of the default branch in the last 30 days; 400 if there are none',
    ),
  reason: fields.reason,
  owner: fields.owner.optional(),
  expiresAt: fields.expiresAt
    .optional()
    .describe(
      `Expiry (ISO 8601), in the future and at most ${QUARANTINE_DAYS_MOST} days ahead. Default: in ${QUARANTINE_DEFAULT_DAYS} days`,
    ),
});
export type QuarantineInput = z.infer<typeof quarantineInput>;

export const quarantineQuery = z.strictObject({ id: z.string().max(200) });

/** Change of an active or expired entry. An absent field does not change. */
export const quarantineChange = z.strictObject({
  ...quarantineQuery.shape,
  fingerprints: fields.fingerprints.optional(),
  reason: fields.reason.optional(),
  owner: fields.owner
    .nullable()
    .optional()
    .describe('Person or team that fixes the failure; null removes the owner'),
  expiresAt: fields.expiresAt
    .optional()
    .describe(
      `Expiry (ISO 8601), in the future and at most ${QUARANTINE_DAYS_MOST} days ahead; it makes an expired entry active again`,
    ),
});
export type QuarantineChange = z.infer<typeof quarantineChange>;

/** An execution in which an entry excused failures. */
export const excusal = z
  .object({
    executionId: z.uuid(),
    executionNumber: count,
    branch: z.string().nullable(),
    commit: z.string().nullable(),
    at: z.iso.datetime().describe('Start time of the execution (ISO 8601)'),
    results: count.describe('Number of failed results of the test that the entry excused'),
    fingerprints: z.array(z.string()).describe('Fingerprints of these failures'),
  })
  .meta({ id: 'Excusal' });
export type Excusal = z.infer<typeof excusal>;

/** An entry with the executions in which it excused failures, newest first. */
export const quarantineDetail = z
  .object({ ...quarantineEntry.shape, excusals: buildPageSchema(excusal) })
  .meta({ id: 'QuarantineDetail' });
export type QuarantineDetail = z.infer<typeof quarantineDetail>;

export const quarantineDetailQuery = z.strictObject({
  ...quarantineQuery.shape,
  ...pageParameters,
});
export type QuarantineDetailQuery = z.infer<typeof quarantineDetailQuery>;
