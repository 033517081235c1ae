import type { NextSweep, SweptItems } from '@svc/contract/settings';
import { listPartitionWeeks, toDay, toWeek } from '../../db/partitions/partitions.ts';
import type { Scope } from '../../db/scope.ts';
import { subtractDays } from './subtract-days.ts';
import {
  countExpiringArtifacts,
  countExpiringResults,
  countExpiringRollUps,
  type ExpiringItems,
} from './next-sweep.queries.ts';
import type { Retention } from './retention-settings.ts';

// Counting as many rows takes a fraction of a second.
const MOST_COUNTED = 50_000;

/**
 * Counts the items that the next sweep would delete with these settings, at the time `at`. Each count stops at 50,000.
 */
export async function countNextSweep(
  scope: Scope,
  { resultsDays, artifactsDays, rollUpsDays }: Retention,
  at: Date,
): Promise<NextSweep> {
  const limit = MOST_COUNTED + 1;
  // Only weeks with a partition have results.
  const [firstWeek] = await listPartitionWeeks(scope);
  const results =
    resultsDays === null || firstWeek === undefined
      ? NOTHING
      : await countExpiringResults(scope, {
          from: firstWeek,
          until: toDay(subtractDays(at, resultsDays)),
          limit,
        });
  const artifacts =
    artifactsDays === null
      ? NOTHING
      : await countExpiringArtifacts(scope, { before: subtractDays(at, artifactsDays), limit });
  const rollUps =
    rollUpsDays === null
      ? NOTHING
      : await countExpiringRollUps(scope, { before: toWeek(subtractDays(at, rollUpsDays)), limit });
  return {
    results: { ...toSweptItems(results), results: results.size },
    artifacts: { ...toSweptItems(artifacts), bytes: artifacts.size },
    rollUps: toSweptItems(rollUps),
  };
}

const NOTHING: ExpiringItems = { count: 0, size: 0, oldestAt: null };

function toSweptItems({ count, oldestAt }: ExpiringItems): SweptItems {
  return {
    count: Math.min(count, MOST_COUNTED),
    isMore: count > MOST_COUNTED,
    oldestAt: oldestAt?.toISOString() ?? null,
  };
}
