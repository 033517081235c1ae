import { setTimeout as sleep } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import type { Deps } from '../deps.ts';
import { measureJob } from '../measurements.ts';
import { inSpan } from '../traces.ts';
import type { JobLog } from './keep-doing.ts';

/** A durable job. It runs once at a time on all servers together, and again after a failure. */
export interface QueuedJob {
  name: string;
  /** When it is due, as a cron expression in UTC; null for a job that is only sent. */
  cron: string | null;
  /** Due at each start of a server, too. */
  atStart?: boolean;
  work(data: JobData): Promise<void>;
}

/** The subject of a job. Null for a job of all organizations. */
export interface JobData {
  organizationId?: string;
}

export interface JobQueue {
  /** Resolves when the jobs can run, or when the queue was stopped before. */
  started: Promise<void>;
  /** Waits for running jobs, up to the time limit. */
  stop(timeoutMs: number): Promise<void>;
}

// pg-boss fails an active job whose server gave no sign of life for this long.
const HEARTBEAT_SECONDS = 60;
const RETRIES = 5;
const RETRY_DELAY_SECONDS = 30;
const RETRY_DELAY_MAX_SECONDS = 3_600;
const LONGEST_JOB_SECONDS = 6 * 3_600;
const POLLING_SECONDS = 5;

/** Jobs that failed on every try. They stay for two weeks. */
const FAILED_JOBS = 'failed-jobs';
const FAILED_JOBS_SECONDS = 14 * 24 * 3_600;

// The database may only be unreachable for a moment when the server starts.
const START_AGAIN_MS = 5_000;

/**
 * Runs queued jobs by pg-boss, in the schema `pgboss` of the database. A job that is already due or running is not
 * queued again, so missed ticks do not pile up. A failed job is repeated with growing delays; after the last try it
 * is listed among the failed jobs. If the database is unreachable, the queue starts once it answers.
 */
export function startJobQueue(
  deps: Pick<Deps, 'databases' | 'measurements'>,
  jobs: readonly QueuedJob[],
  log: JobLog,
): JobQueue {
  const stopping = new AbortController();
  const starting = retryUntilStarted(() => startBoss(deps, jobs, log), stopping.signal, log);
  return {
    started: starting.then(() => undefined),
    stop: async (timeoutMs) => {
      stopping.abort();
      await (await starting)?.stop({ graceful: true, timeout: timeoutMs });
    },
  };
}

/** Null if it was stopped before. */
async function retryUntilStarted(
  start: () => Promise<PgBoss>,
  signal: AbortSignal,
  log: JobLog,
): Promise<PgBoss | null> {
  while (!signal.aborted) {
    try {
      return await start();
    } catch (error) {
      log.error(error, 'job queue');
    }
    await sleep(START_AGAIN_MS, undefined, { signal, ref: false }).catch(() => undefined);
  }
  return null;
}

async function startBoss(
  { databases, measurements }: Pick<Deps, 'databases' | 'measurements'>,
  jobs: readonly QueuedJob[],
  log: JobLog,
): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: databases.jobQueue.url,
    max: databases.jobQueue.connections,
    application_name: databases.jobQueue.applicationName,
  });
  boss.on('error', (error) => log.error(error, 'job queue'));
  try {
    await boss.start();
    await boss.createQueue(FAILED_JOBS, { retentionSeconds: FAILED_JOBS_SECONDS });
    for (const job of jobs) await startJob(boss, job, { measurements, log });
    return boss;
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => undefined);
    throw error;
  }
}

async function startJob(
  boss: PgBoss,
  job: QueuedJob,
  { measurements, log }: Pick<Deps, 'measurements'> & { log: JobLog },
): Promise<void> {
  const options = {
    policy: 'exclusive',
    retryLimit: RETRIES,
    retryDelay: RETRY_DELAY_SECONDS,
    retryBackoff: true,
    retryDelayMax: RETRY_DELAY_MAX_SECONDS,
    expireInSeconds: LONGEST_JOB_SECONDS,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    deadLetter: FAILED_JOBS,
  };
  await boss.createQueue(job.name, options);
  const { policy: _, ...changeable } = options;
  await boss.updateQueue(job.name, changeable);
  if (job.cron !== null) await boss.schedule(job.name, job.cron);
  if (job.atStart === true) await boss.send(job.name);
  await boss.work<JobData | null>(
    job.name,
    { pollingIntervalSeconds: POLLING_SECONDS },
    async ([due]) => {
      await measureJob(measurements, job.name, () =>
        inSpan(`job ${job.name}`, {}, () => job.work(due?.data ?? {})),
      ).catch((error: unknown) => {
        log.error(error, job.name);
        throw error;
      });
    },
  );
}
