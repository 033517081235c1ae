import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The server's own metrics, served at /metrics. They contain no data of an organization. */
export interface Measurements {
  registry: Registry;
  /** Durations of requests, in seconds. */
  requests: Histogram<'method' | 'route' | 'status'>;
  /** Durations of jobs, in seconds. The outcome is `ok` or `failed`. */
  jobs: Histogram<'name' | 'outcome'>;
  /** Requests to webhooks. The outcome is `delivered` or `failed`. */
  webhookAttempts: Counter<'outcome'>;
  /**
   * Answers that the cache may hold, by how they came: `computed`, `stored`, `shared` with a request that asked the same
   * at the same time, or `unchanged` (304).
   */
  cachedAnswers: Counter<'outcome'>;
  cachedBytes: Gauge;
  /** The names of the jobs that are working at this moment. */
  runningJobs: Set<string>;
  /** The number of items that wait for a job, and below it the age of the oldest one in seconds. */
  backlogItems: Gauge<'queue'>;
  backlogAge: Gauge<'queue'>;
}

export function makeMeasurements(): Measurements {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    requests: new Histogram({
      name: 'svc_http_request_duration_seconds',
      help: 'Duration of HTTP requests by route and status',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    jobs: new Histogram({
      name: 'svc_job_duration_seconds',
      help: 'Duration of background jobs by name and outcome (ok, failed)',
      labelNames: ['name', 'outcome'],
      buckets: [0.005, 0.025, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 1_800],
      registers,
    }),
    webhookAttempts: new Counter({
      name: 'svc_webhook_attempts_total',
      help: 'Requests to webhooks by outcome (delivered, failed)',
      labelNames: ['outcome'],
      registers,
    }),
    cachedBytes: new Gauge({
      name: 'svc_cached_answers_bytes',
      help: 'Size of the answers that the cache holds',
      registers,
    }),
    cachedAnswers: new Counter({
      name: 'svc_cached_answers_total',
      help: 'Answers that the cache may hold, by how they came (computed, stored, shared with a request that asked the same at the same time, unchanged)',
      labelNames: ['outcome'],
      registers,
    }),
    runningJobs: new Set(),
    backlogItems: new Gauge({
      name: 'svc_backlog_items',
      help: 'Changes that no roll-up includes yet, also those that wait for another try after a failure (postponed-roll-ups), and events that wait to be handed over; at most 100,000 are counted',
      labelNames: ['queue'],
      registers,
    }),
    backlogAge: new Gauge({
      name: 'svc_backlog_age_seconds',
      help: 'Age of the oldest waiting change or event',
      labelNames: ['queue'],
      registers,
    }),
  };
}

/** Measures a job's duration and outcome. */
export async function measureJob(
  { jobs, runningJobs }: Pick<Measurements, 'jobs' | 'runningJobs'>,
  job: string,
  work: () => Promise<void>,
): Promise<void> {
  const end = jobs.startTimer({ name: job });
  runningJobs.add(job);
  try {
    await work();
    end({ outcome: 'ok' });
  } catch (error) {
    end({ outcome: 'failed' });
    throw error;
  } finally {
    runningJobs.delete(job);
  }
}
