import type { SvcClient } from '@svc/client';
import type { Analysis } from '@svc/contract/analysis/analyses';
import type { FailureVerdict } from '@svc/contract/analysis/verdicts';
import { hasPrint, type FailureChoice } from './chosen-failures.ts';

const LARGEST_PAGE = 1_000;

/** Every failure of an analysis, the most severe first. */
export async function listAllFailures(client: SvcClient, id: string): Promise<FailureVerdict[]> {
  const failures: FailureVerdict[] = [];
  let cursor: string | null | undefined;
  do {
    const page: { items: FailureVerdict[]; nextCursor: string | null } =
      await client.analyses.failures.query({
        id,
        limit: LARGEST_PAGE,
        ...(cursor == null ? {} : { cursor }),
      });
    failures.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return failures;
}

/**
 * The failures among which a choice is made: those that the analysis lists, if the choice is certain among them. A title
 * may belong to further tests, so that all are read.
 */
export async function listCandidateFailures(
  client: SvcClient,
  { id, failures, failureCount }: Analysis,
  { test, fingerprint }: FailureChoice,
): Promise<readonly FailureVerdict[]> {
  if (failures.length >= failureCount) return failures;
  const testId = test?.trim().toLowerCase() ?? '';
  if (/^[0-9a-f]{32}$/.test(testId)) {
    const page = await client.analyses.failures.query({ id, testId, limit: LARGEST_PAGE });
    return page.items;
  }
  if (test !== undefined) return listAllFailures(client, id);
  if (fingerprint === undefined || failures.some((one) => hasPrint(one, fingerprint))) {
    return failures;
  }
  const whole = fingerprint.trim().toLowerCase();
  if (!/^fp\d+:[0-9a-f]{32}$/.test(whole)) return listAllFailures(client, id);
  const page = await client.analyses.failures.query({
    id,
    fingerprint: whole,
    limit: LARGEST_PAGE,
  });
  return page.items;
}
