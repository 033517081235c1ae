import type { JobLog } from './job-log.ts';

interface Job {
  name: string;
  work(): Promise<void>;
  /** Also runs when the server starts, not only after the first interval. */
  atOnce?: boolean;
}

/**
 * Runs the work every `ms` milliseconds. Ticks during a run are dropped: after an hour's outage the work runs once,
 * not sixty times.
 */
export function every(ms: number, log: JobLog, { name, work, atOnce = false }: Job) {
  let running: Promise<void> | null = null;
  const run = (): void => {
    running ??= work()
      .catch((error: unknown) => log.error(error, name))
      .finally(() => (running = null));
  };
  if (atOnce) run();
  const timer = setInterval(run, ms);
  timer.unref();
  return {
    name,
    isRunning: () => running !== null,
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
