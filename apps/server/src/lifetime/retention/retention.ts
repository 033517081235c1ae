import { isBeingDetached } from '../../db/partitions/detach-week.ts';
import {
  listPartitionWeeks,
  computeNextWeek,
  toDay,
  toWeek,
} from '../../db/partitions/partitions.ts';
import { createScope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { subtractDays } from './subtract-days.ts';
import { expireArtifacts } from './expire-artifacts.ts';
import { expireRollUps } from './expire-roll-ups.ts';
import { expireWeek } from './expire-week.ts';
import { listRetention } from './retention-settings.queries.ts';
import type { Retention } from './retention-settings.ts';

/** The weeks whose results retention deleted or skipped, for the log. Only dropped weeks free disk space. */
export interface RetentionReport {
  droppedWeeks: string[];
  /** Weeks in which only some organizations' results were deleted, because others keep theirs. */
  thinnedWeeks: string[];
  /** Weeks that are left for the next time because a reader held them too long. */
  busyWeeks: string[];
}

/**
 * Deletes what each organization no longer keeps. Results, with their attempts, texts and files, go in whole weeks by
 * the day of upload: their runs are counted by test and day, then their partitions are dropped. Roll-ups go with
 * their executions, and artifacts on their own. Safe on several servers, and at any frequency.
 */
export async function applyRetention({ databases, clock }: Deps): Promise<RetentionReport> {
  const { jobs: database } = databases;
  const at = clock.now();
  const report: RetentionReport = { droppedWeeks: [], thinnedWeeks: [], busyWeeks: [] };
  const settings = await listRetention(database);
  if (!settings.some(hasRetentionLimit)) return report;
  const resultsDaysOf = new Map(settings.map((one) => [one.organizationId, one.resultsDays]));
  for (const week of await listPartitionWeeks(database)) {
    const hasExpired = (id: string) => isOver(week, resultsDaysOf.get(id) ?? null, at);
    const isWanted =
      settings.some((one) => hasExpired(one.organizationId)) ||
      (await isBeingDetached(database, week));
    if (!isWanted) continue;
    const became = await expireWeek(databases, { week, at, hasExpired });
    if (became === 'dropped') report.droppedWeeks.push(week);
    if (became === 'thinned') report.thinnedWeeks.push(week);
    if (became === 'busy') report.busyWeeks.push(week);
  }
  for (const { organizationId, rollUpsDays, artifactsDays } of settings) {
    const scope = createScope(database, organizationId);
    if (rollUpsDays !== null) {
      await expireRollUps(scope, toWeek(subtractDays(at, rollUpsDays)));
    }
    if (artifactsDays !== null) {
      const before = subtractDays(at, artifactsDays);
      await expireArtifacts(scope, { before, at });
    }
  }
  return report;
}

function hasRetentionLimit({ resultsDays, artifactsDays, rollUpsDays }: Retention): boolean {
  return resultsDays !== null || artifactsDays !== null || rollUpsDays !== null;
}

/** Whether the whole week is more than `days` days ago. */
function isOver(week: string, days: number | null, at: Date): boolean {
  return days !== null && computeNextWeek(week) <= toDay(subtractDays(at, days));
}
