import { z } from 'zod';
import { QUARANTINE_FINGERPRINTS_MOST } from './quarantine.ts';

/** Limits of the failures that are offered for a quarantine: days back, results read, and branches named for each. */
export const KNOWN_FAILURES = { days: 90, results: 1_000, branches: 3 } as const;

const count = z.number().int();

/** A failure of a test that an entry can excuse, with the places where it occurred. */
export const knownFailure = z
  .object({
    fingerprint: z.string(),
    pattern: z.string().describe('Readable text from which the fingerprint was made'),
    count: count.describe(
      'Number of results with this error in any failed attempt, including as a cause of another error',
    ),
    lastSeenAt: z.iso.datetime(),
    branches: z
      .array(z.object({ branch: z.string().nullable(), count }))
      .describe(
        `Branches on which the failure occurred, most frequent first, at most ${KNOWN_FAILURES.branches}; a null branch stands for executions without a branch`,
      ),
    moreBranches: count.describe('Number of further branches'),
    commits: count.describe('Number of different commits'),
    onDefaultBranch: z
      .boolean()
      .describe(
        'True if the failure occurred in an execution that counts for the default branch (finished, not partial, clean work tree, from CI) and was not uploaded with a key that may not claim the default branch',
      ),
    isDefault: z
      .boolean()
      .describe('True if an entry without `fingerprints` would excuse this failure now'),
  })
  .meta({ id: 'KnownFailure' });
export type KnownFailure = z.infer<typeof knownFailure>;

export const knownFailures = z
  .object({
    defaultBranch: z
      .string()
      .nullable()
      .describe('Default branch of the project; null if it is not known yet'),
    items: z
      .array(knownFailure)
      .describe(
        `Known failures, most frequent first, at most ${QUARANTINE_FINGERPRINTS_MOST}. The limit drops those without \`isDefault\` first`,
      ),
  })
  .meta({ id: 'KnownFailures' });
export type KnownFailures = z.infer<typeof knownFailures>;

export const knownFailuresQuery = z.strictObject({ testId: z.string() });
export type KnownFailuresQuery = z.infer<typeof knownFailuresQuery>;
