import { ConnectionError } from 'sequelize';
import {
  createMailSender,
  deleteExpiredSessions,
  deleteExpiredVerifications,
} from '../people/index.ts';
import { makeComingPartitions } from '../db/partitions/partitions.ts';
import type { Deps } from '../deps.ts';
import { eraseDeletedOrganizations, eraseAllDeletedExecutions } from '../lifetime/index.ts';
import {
  interruptWaitingExecutions,
  reportTestNews,
  reviewDueExecutions,
  settleExecutions,
} from '../executions/index.ts';
import { deleteOldWindows } from '../http/limits/rate-limit.queries.ts';
import { drainOutbox } from '../db/outbox/drain-outbox.ts';
import { createEventLog } from '../db/outbox/event-log.ts';
import { liftIdleEntries, recordExcusals } from '../gate/index.ts';
import { rollUp } from '../rollups/index.ts';
import { analyzeDueExecutions, queueOlderExecutions } from '../analyses/index.ts';
import {
  deleteOldDeliveries,
  endWaitingDeliveries,
  startDelivering,
  type Delivering,
  createFanOut,
} from '../webhooks/index.ts';
import { keepDoing, type Loop, type JobLog } from '../jobs/keep-doing.ts';
import { startJobQueue, type QueuedJob } from '../jobs/job-queue.ts';
import { keepRetention } from './retention.ts';
import { keepStoredFiles } from './stored-files.ts';
import { reportUnknownKeys } from './unknown-keys.ts';
import { keepUsage } from './usage.ts';
import { deleteOldIdempotencyKeys } from './upkeep.queries.ts';

// Less than the time that a shutdown gives jobs.
const STOP_MS = 9_000;
// Leaves a second to record the requests that ended, and to return the others.
const STOP_SENDING_MS = 8_000;

/** The background work of a running server. */
export interface StartedJobs {
  /** The names of the jobs that are working at this moment. */
  running(): string[];
  /** Starts no further work, and waits for the work in progress. */
  stop(): Promise<void>;
}

/**
 * Starts the background work: loops over what is due in our own tables within seconds, and the job queue for the rest.
 * All of it is safe to run on several servers at once.
 */
export function startJobs(deps: Deps, log: JobLog): StartedJobs {
  const quietLog: JobLog = {
    info: log.info,
    // The connection pool logs an unreachable database once; each job would log it again and again.
    error: (error, job) => {
      if (!isUnreachable(error)) log.error(error, job);
    },
  };
  const delivering = startDelivering(deps, (error) => quietLog.error(error, 'webhooks'));
  const loops = buildLoops(deps, quietLog, delivering).map((loop) =>
    keepDoing(deps, quietLog, loop),
  );
  const rollUps = keepDoing(deps, quietLog, buildRollUpLoop(deps));
  deps.rollUps.connect(() => rollUps.wake());
  const queue = startJobQueue(deps, buildQueuedJobs(deps, quietLog), quietLog);
  return {
    running: () => [...deps.measurements.runningJobs],
    stop: async () => {
      await Promise.all([
        ...[rollUps, ...loops].map((loop) => loop.stop()),
        delivering.stop(STOP_SENDING_MS),
        queue.stop(STOP_MS),
      ]);
    },
  };
}

/** The queue's own connections throw pg's errors. */
function isUnreachable(error: unknown): boolean {
  if (error instanceof ConnectionError) return true;
  const { code, message } = error as { code?: unknown; message?: unknown };
  return (
    /^(?:08|57P0|ECONN|ENOENT$|EPIPE$|ETIMEDOUT$|EAI_)/.test(String(code)) ||
    /^Connection terminated|timeout exceeded when trying to connect/.test(String(message))
  );
}

function buildRollUpLoop({ database }: Deps): Loop {
  return {
    name: 'roll-ups',
    // Uploads wake the loop. A server with little to do starts a round this long after an upload.
    pauseMs: 10,
    // Uploads of other servers do not wake the loop.
    idleMs: 250,
    // Uploads take precedence: rounds use at most half of one connection's time. A round with more executions costs less
    // for each of them. A round rolls up every organization, so a backlog of one delays the others.
    restPerWork: 1,
    work: async (onError) => void (await rollUp(database, onError)),
  };
}

function buildLoops(deps: Deps, log: JobLog, delivering: Delivering): Loop[] {
  const { database } = deps;
  const consumers = [createEventLog(log), createFanOut(deps, () => delivering.wake())];
  return [
    {
      name: 'review-re-runs',
      // A re-run waits for its grace period and up to this interval.
      pauseMs: 5_000,
      work: (onError) => reviewDueExecutions(deps, onError),
    },
    {
      name: 'settle-executions',
      pauseMs: 1_000,
      work: async () => void (await settleExecutions(deps)),
    },
    {
      name: 'test-news',
      pauseMs: 1_000,
      work: async () => void (await reportTestNews(deps)),
    },
    {
      name: 'excusals',
      pauseMs: 1_000,
      work: async () => void (await recordExcusals(deps)),
    },
    {
      name: 'analyses',
      pauseMs: 250,
      // Judging blocks the event loop: a backlog gets at most half of the time.
      restPerWork: 1,
      work: async (onError) => void (await analyzeDueExecutions(deps, onError)),
    },
    {
      name: 'outbox',
      pauseMs: 500,
      work: async (onError) => void (await drainOutbox(database, consumers, onError)),
    },
    // Somebody waits in front of the mailbox.
    { name: 'mails', pauseMs: 1_000, work: createMailSender(deps) },
  ];
}

export function buildQueuedJobs(deps: Deps, log: JobLog): QueuedJob[] {
  const { database, clock } = deps;
  return [
    {
      name: 'interrupt-waiting-executions',
      cron: '* * * * *',
      work: () =>
        interruptWaitingExecutions(deps, (error) =>
          log.error(error, 'interrupt-waiting-executions'),
        ),
    },
    {
      // After an upgrade, executions lack verdicts of the new classifier. Others are queued when they settle.
      name: 'queue-analyses',
      cron: null,
      atStart: true,
      work: async () => void (await queueOlderExecutions(deps)),
    },
    {
      name: 'unknown-keys',
      cron: null,
      atStart: true,
      work: reportUnknownKeys(deps, log, 'unknown-keys'),
    },
    {
      name: 'forget-rate-limits',
      cron: '*/10 * * * *',
      work: () => deleteOldWindows(database),
    },
    { name: 'retention', cron: '7 * * * *', atStart: true, work: keepRetention(deps, log) },
    {
      // A deleted organization or project is erased within the hour, even if a try fails.
      name: 'erase-deleted-organizations',
      cron: '*/5 * * * *',
      work: async () => {
        await eraseDeletedOrganizations(deps);
      },
    },
    {
      name: 'erase-deleted-executions',
      cron: '*/5 * * * *',
      work: async () => {
        await eraseAllDeletedExecutions(database);
      },
    },
    {
      name: 'usage',
      // Rarely, because it counts all results, and only writes past the server make usage wrong.
      cron: '47 3 * * *',
      atStart: true,
      work: keepUsage(deps, log),
    },
    { name: 'stored-files', cron: '17 * * * *', work: keepStoredFiles(deps, log) },
    {
      name: 'forget-idempotency-keys',
      cron: '27 * * * *',
      work: async () => void (await deleteOldIdempotencyKeys(deps)),
    },
    {
      name: 'lift-idle-entries',
      cron: '12 * * * *',
      work: async () => void (await liftIdleEntries(deps)),
    },
    {
      name: 'forget-old-deliveries',
      cron: '57 * * * *',
      work: async () => {
        await endWaitingDeliveries(database);
        await deleteOldDeliveries(deps);
      },
    },
    {
      name: 'forget-old-sessions',
      cron: '47 * * * *',
      work: async () => {
        await deleteExpiredSessions(database, clock.now());
        await deleteExpiredVerifications(database, clock.now());
      },
    },
    {
      name: 'coming-partitions',
      cron: '37 * * * *',
      work: () => makeComingPartitions(database, clock.now()),
    },
  ];
}
