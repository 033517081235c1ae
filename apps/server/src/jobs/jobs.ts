import { makeComingPartitions } from '../db/partitions.ts';
import type { Deps } from '../deps.ts';
import { forgetOldWindows } from '../http/rate-limit.queries.ts';
import type { JobLog } from './job-log.ts';
import { keepRetention } from './retention.ts';
import { startRollUps } from './roll-ups.ts';
import { keepStoredFiles } from './stored-files.ts';
import { forgetOldIdempotencyKeys, interruptWaitingExecutions } from './upkeep.queries.ts';

const MINUTE_MS = 60_000;

/** What the server does beside answering. Each is safe to run on several servers at once. Answers how to stop. */
export function startJobs(deps: Deps, log: JobLog): () => Promise<void> {
  const onError = (error: unknown): void => log.error(error);
  const jobs = [
    startRollUps(deps.database, onError),
    every(MINUTE_MS, onError, () => interruptWaitingExecutions(deps)),
    every(10 * MINUTE_MS, onError, () => forgetOldWindows(deps.database)),
    every(60 * MINUTE_MS, onError, keepRetention(deps, log), { atOnce: true }),
    every(60 * MINUTE_MS, onError, keepStoredFiles(deps, log)),
    every(60 * MINUTE_MS, onError, () => forgetOldIdempotencyKeys(deps)),
    every(60 * MINUTE_MS, onError, () => makeComingPartitions(deps.database, deps.clock.now())),
  ];
  return async () => {
    await Promise.all(jobs.map((job) => job.stop()));
  };
}

function every(
  ms: number,
  onError: (error: unknown) => void,
  work: () => Promise<void>,
  { atOnce = false }: { atOnce?: boolean } = {},
) {
  let running: Promise<void> = atOnce ? work().catch(onError) : Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(work).catch(onError);
  }, ms);
  timer.unref();
  return {
    stop: () => {
      clearInterval(timer);
      return running;
    },
  };
}
