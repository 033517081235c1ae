import { ConnectionError } from 'sequelize';
import { makeComingPartitions } from '../db/partitions.ts';
import type { Deps } from '../deps.ts';
import { reviewDueExecutions } from '../execution-life-cycle/review-due-executions.ts';
import { forgetOldWindows } from '../http/rate-limit.queries.ts';
import { every } from './every.ts';
import type { JobLog } from './job-log.ts';
import { keepRetention } from './retention.ts';
import { startRollUps } from './roll-ups.ts';
import { keepStoredFiles } from './stored-files.ts';
import { forgetOldIdempotencyKeys, interruptWaitingExecutions } from './upkeep.queries.ts';

const MINUTE_MS = 60_000;
// A re-run waits for its grace period and up to this interval. If nothing is due, the review is one look into a small
// index.
const REVIEW_MS = 5_000;

/** The background jobs of a running server. */
export interface StartedJobs {
  /** The names of the jobs that are working at this moment. */
  running(): string[];
  /**
   * Starts no further work, and waits for the work in progress. It has no time limit of its own, because only the
   * caller knows how much time is left.
   */
  stop(): Promise<void>;
}

/** Starts the background jobs. Each is safe to run on several servers at once. */
export function startJobs(deps: Deps, log: JobLog): StartedJobs {
  const quietLog: JobLog = {
    info: log.info,
    // The connection pool logs an unreachable database once; each job would log it again and again.
    error: (error, job) => {
      if (!(error instanceof ConnectionError)) log.error(error, job);
    },
  };
  const jobs = [
    startRollUps(deps.database, (error) => quietLog.error(error, 'roll-ups')),
    every(MINUTE_MS, quietLog, {
      name: 'interrupt waiting executions',
      work: () => interruptWaitingExecutions(deps),
    }),
    every(REVIEW_MS, quietLog, {
      name: 'review re-runs',
      work: () => reviewDueExecutions(deps, (error) => quietLog.error(error, 'review re-runs')),
    }),
    every(10 * MINUTE_MS, quietLog, {
      name: 'forget old rate limits',
      work: () => forgetOldWindows(deps.database),
    }),
    every(60 * MINUTE_MS, quietLog, {
      name: 'retention',
      work: keepRetention(deps, log),
      atOnce: true,
    }),
    every(60 * MINUTE_MS, quietLog, { name: 'stored files', work: keepStoredFiles(deps, log) }),
    every(60 * MINUTE_MS, quietLog, {
      name: 'forget old idempotency keys',
      work: () => forgetOldIdempotencyKeys(deps),
    }),
    every(60 * MINUTE_MS, quietLog, {
      name: 'coming partitions',
      work: () => makeComingPartitions(deps.database, deps.clock.now()),
    }),
  ];
  return {
    running: () => jobs.filter((job) => job.isRunning()).map(({ name }) => name),
    stop: async () => {
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}
