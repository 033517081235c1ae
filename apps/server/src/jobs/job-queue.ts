import { PgBoss } from 'pg-boss';
import type { Deps } from '../deps.ts';
import { measureJob } from '../measurements.ts';
import type { JobLog } from './job-log.ts';

/** A durable job. It runs once at a time on all servers together, and again after a failure. */
export interface QueuedJob {
  name: string;
  /** When it is due, as a cron expression in UTC; null for a job that is only sent. */
  cron: string | null;
  /** Due at each start of a server, too. */
  atStart?: boolean;
  work(data: JobData): Promise<void>;
}

/** What a job is about. Null for a job of all organizations. */
export interface JobData {
  organizationId?: string;
}

export interface JobQueue {
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

/**
 * Runs queued jobs by pg-boss, in the schema `pgboss` of the database. A job that is already due or running is not
 * queued again, so missed ticks do not pile up. A failed job is repeated with growing delays; after the last try it
 * is listed among the failed jobs.
 */
export async function startJobQueue(
  { databases, measurements }: Pick<Deps, 'databases' | 'measurements'>,
  jobs: readonly QueuedJob[],
  log: JobLog,
): Promise<JobQueue> {
  const boss = new PgBoss({
    connectionString: databases.jobQueue.url,
    max: databases.jobQueue.connections,
    application_name: 'svc jobs',
  });
  boss.on('error', (error) => log.error(error, 'job queue'));
  await boss.start();
  await boss.createQueue(FAILED_JOBS, { retentionSeconds: FAILED_JOBS_SECONDS });
  for (const job of jobs) {
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
        await measureJob(measurements, job.name, () => job.work(due?.data ?? {})).catch(
          (error: unknown) => {
            log.error(error, job.name);
            throw error;
          },
        );
      },
    );
  }
  return {
    stop: (timeoutMs) => boss.stop({ graceful: true, timeout: timeoutMs }),
  };
}
