import { z } from 'zod';
import { QUARANTINE_FINGERPRINTS_MOST } from './quarantine.ts';

/** Which failures of a test a quarantine can choose from. */
export const KNOWN_FAILURES = { days: 90, results: 1_000, branches: 3 } as const;

const count = z.number().int();

/** A failure of a test that an entry can excuse, and where it was seen. */
export const knownFailure = z
  .object({
    fingerprint: z.string(),
    pattern: z.string().describe('What the fingerprint was made from'),
    count: count.describe('Results with such an error, in any failed attempt, also as a cause'),
    lastSeenAt: z.iso.datetime(),
    branches: z
      .array(z.object({ branch: z.string().nullable(), count }))
      .describe(
        `Where it was seen: up to ${KNOWN_FAILURES.branches}, the most frequent first. ` +
          'Null: executions without a branch',
      ),
    moreBranches: count.describe('Further branches'),
    commits: count.describe('Different commits'),
    onDefaultBranch: z
      .boolean()
      .describe(
        'Seen in an execution that speaks for the default branch (finished, not partial, clean tree, from CI)',
      ),
    isDefault: z.boolean().describe('An entry without `fingerprints` would excuse it now'),
  })
  .meta({ id: 'KnownFailure' });
export type KnownFailure = z.infer<typeof knownFailure>;

export const knownFailures = z
  .object({
    defaultBranch: z.string().nullable().describe("The project's"),
    items: z
      .array(knownFailure)
      .describe(
        `At most ${QUARANTINE_FINGERPRINTS_MOST}, the most frequent first; those with \`isDefault\` are kept first`,
      ),
  })
  .meta({ id: 'KnownFailures' });
export type KnownFailures = z.infer<typeof knownFailures>;

export const knownFailuresQuery = z.strictObject({ testId: z.string() });
export type KnownFailuresQuery = z.infer<typeof knownFailuresQuery>;
