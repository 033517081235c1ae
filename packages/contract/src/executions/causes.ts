import { z } from 'zod';
import { labelFields } from './outcomes.ts';

const count = z.number().int();

/** The tests of a list that failed with one fingerprint. A failure with several errors is counted by its first. */
export const cause = z
  .object({
    fingerprint: z
      .string()
      .nullable()
      .describe('Null for failures whose fingerprints are not derived yet'),
    pattern: z
      .string()
      .nullable()
      .describe('What the fingerprint was made from: at most 500 characters'),
    tests: count,
    files: count,
    ...labelFields,
    confidence: z
      .number()
      .nullable()
      .describe('The highest of the failures with the most severe label; 1 if a person gave it'),
  })
  .meta({ id: 'Cause' });
export type Cause = z.infer<typeof cause>;

/** The causes of a list: those of most tests first. The counts cover all tests, also those that the list leaves out. */
export const causeList = z.object({
  items: z.array(cause).describe('At most `limit`, each with a test that the list names'),
  total: count.describe('How many causes there are'),
});
export type CauseList = z.infer<typeof causeList>;
