import {
  dropPartitions,
  listPartitionWeeks,
  lockPartitions,
  nextWeek,
  weekOf,
} from '../db/partitions.ts';
import type { Deps } from '../deps.ts';
import {
  deleteRollUps,
  deleteWeek,
  expireArtifacts,
  limitLockWait,
  organizationsOfWeek,
  summariseWeek,
  tryRetentionLock,
} from './expiry.queries.ts';
import { listRetention, type Retention } from './retention-settings.queries.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** What was done, for the log: `dropped` weeks freed their disk space. */
export interface RetentionReport {
  droppedWeeks: string[];
  /** Weeks of which only some organizations' results were deleted, since others keep theirs. */
  thinnedWeeks: string[];
  /** Weeks that somebody was reading for so long that they are left for the next time. */
  busyWeeks: string[];
}

/**
 * Takes away what each organization keeps no longer, in whole weeks by the day of upload: results
 * with their attempts, texts and files by dropping their partitions, after counting their runs by test
 * and day; roll-ups and executions; artifacts. Harmless to run on several servers and as often as one likes.
 */
export async function applyRetention({ database, clock }: Deps): Promise<RetentionReport> {
  const at = clock.now();
  const report: RetentionReport = { droppedWeeks: [], thinnedWeeks: [], busyWeeks: [] };
  const settings = await listRetention(database);
  if (!settings.some(keepsNotAll)) return report;
  const resultsDaysOf = new Map(settings.map((one) => [one.organizationId, one.resultsDays]));
  for (const week of await listPartitionWeeks(database)) {
    if (!settings.some((one) => hasExpired(week, one.resultsDays, at))) continue;
    const expire = database.transaction(async (transaction) => {
      const scope = { database, transaction };
      if (!(await tryRetentionLock(scope))) return;
      await limitLockWait(scope);
      await lockPartitions(scope, week);
      const present = await organizationsOfWeek(scope, week);
      const expired = present.filter((id) => hasExpired(week, resultsDaysOf.get(id) ?? null, at));
      for (const organizationId of expired) {
        await summariseWeek({ ...scope, organizationId }, { week, at });
      }
      if (expired.length === present.length) {
        await dropPartitions(scope, week);
        report.droppedWeeks.push(week);
      } else if (expired.length > 0) {
        for (const organizationId of expired) await deleteWeek({ ...scope, organizationId }, week);
        report.thinnedWeeks.push(week);
      }
    });
    await expire.catch((error: unknown) => {
      if (!isLockTimeout(error)) throw error;
      report.busyWeeks.push(week);
    });
  }
  for (const { organizationId, rollUpsDays, artifactsDays } of settings) {
    await database.transaction(async (transaction) => {
      const scope = { database, transaction, organizationId };
      if (rollUpsDays !== null) await deleteRollUps(scope, weekOf(daysBefore(at, rollUpsDays)));
      if (artifactsDays !== null) await expireArtifacts(scope, daysBefore(at, artifactsDays));
    });
  }
  return report;
}

/** Postgres' lock_not_available. */
function isLockTimeout(error: unknown): boolean {
  return (error as { parent?: { code?: string } }).parent?.code === '55P03';
}

function keepsNotAll({ resultsDays, artifactsDays, rollUpsDays }: Retention): boolean {
  return resultsDays !== null || artifactsDays !== null || rollUpsDays !== null;
}

/** Whether the whole week lies more than so many days back. */
function hasExpired(week: string, days: number | null, at: Date): boolean {
  return days !== null && nextWeek(week) <= weekDay(daysBefore(at, days));
}

function weekDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}

function daysBefore(at: Date, days: number): Date {
  return new Date(at.getTime() - days * DAY_MS);
}
