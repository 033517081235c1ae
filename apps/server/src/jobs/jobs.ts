import { ConnectionError } from 'sequelize';
import { makeComingPartitions } from '../db/partitions.ts';
import type { Deps } from '../deps.ts';
import { interruptWaitingExecutions } from '../execution-life-cycle/interrupt-waiting-executions.ts';
import { settleExecutions } from '../execution-life-cycle/settle-executions.ts';
import { reviewDueExecutions } from '../execution-life-cycle/review-due-executions.ts';
import { forgetOldWindows } from '../http/rate-limit.queries.ts';
import { drainOutbox } from '../outbox/drain-outbox.ts';
import { eventLog } from '../outbox/event-log.ts';
import { every } from './every.ts';
import type { JobLog } from './job-log.ts';
import { keepRetention } from './retention.ts';
import { startRollUps } from './roll-ups.ts';
import { keepStoredFiles } from './stored-files.ts';
import { forgetOldIdempotencyKeys } from './upkeep.queries.ts';

const MINUTE_MS = 60_000;
// A re-run waits for its grace period and up to this interval. If nothing is due, the review is one look into a small
// index.
const REVIEW_MS = 5_000;
const SETTLE_MS = 1_000;
const OUTBOX_MS = 500;

/**
 * Starts the background jobs. Each is safe to run on several servers at once. Returns a function that stops them and
 * waits for running ones. It has no time limit of its own, because only the caller knows how much time is left.
 */
export function startJobs(deps: Deps, log: JobLog): () => Promise<void> {
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
      work: () =>
        interruptWaitingExecutions(deps, (error) =>
          quietLog.error(error, 'interrupt waiting executions'),
        ),
    }),
    every(REVIEW_MS, quietLog, {
      name: 'review re-runs',
      work: () => reviewDueExecutions(deps, (error) => quietLog.error(error, 'review re-runs')),
    }),
    every(SETTLE_MS, quietLog, {
      name: 'settle executions',
      work: async () => void (await settleExecutions(deps)),
    }),
    every(OUTBOX_MS, quietLog, {
      name: 'outbox',
      work: async () =>
        void (await drainOutbox(deps.database, [eventLog(log)], (error) =>
          quietLog.error(error, 'outbox'),
        )),
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
  return async () => {
    await Promise.all(jobs.map((job) => job.stop()));
  };
}
