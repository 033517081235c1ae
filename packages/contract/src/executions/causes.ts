import { z } from 'zod';
import { labelFields } from './outcomes.ts';

const count = z.number().int();

/** Tests of a list that failed with one fingerprint. A failure with several errors is counted by its first error. */
export const cause = z
  .object({
    fingerprint: z
      .string()
      .nullable()
      .describe('Fingerprint of the failures; null while it is not derived yet'),
    pattern: z
      .string()
      .nullable()
      .describe(
        'Readable text from which the fingerprint was made, at most 500 characters; null while it is not derived yet',
      ),
    tests: count,
    files: count,
    ...labelFields,
    confidence: z
      .number()
      .nullable()
      .describe(
        'Highest confidence among the failures with the most severe label, 0 to 1; 1 if a person set the label; null without a verdict',
      ),
  })
  .meta({ id: 'Cause' });
export type Cause = z.infer<typeof cause>;

/** Causes of a list, by number of tests, highest first. The counts cover all tests, also those that the list omits. */
export const causeList = z.object({
  items: z.array(cause).describe('At most `limit` causes, each with a test that the list names'),
  total: count.describe('Number of causes, including those not listed'),
});
export type CauseList = z.infer<typeof causeList>;
