import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '../deps.ts';
import { measureJob } from '../measurements.ts';

/** Work on what is due in one of our tables, done again and again. */
export interface Loop {
  name: string;
  /** The shortest pause after a round. */
  pauseMs: number;
  /** The pause is this many times the duration of the round, at most `LONGEST_REST_MS`, if that is longer. */
  restPerWork?: number;
  work(onError: (error: unknown) => void): Promise<void>;
}

// A round that takes longer, as with a backlog, gets more than half of the time.
const LONGEST_REST_MS = 2_000;

/** Does the work in rounds until stopped. A round that fails is logged, and the next one follows as usual. */
export function keepDoing(
  { measurements }: Pick<Deps, 'measurements'>,
  log: JobLog,
  { name, pauseMs, restPerWork = 0, work }: Loop,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const onError = (error: unknown): void => log.error(error, name);
  const rounds = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const startedAt = performance.now();
      await measureJob(measurements, name, () => work(onError)).catch(onError);
      const workedMs = performance.now() - startedAt;
      const restMs = Math.max(pauseMs, Math.min(restPerWork * workedMs, LONGEST_REST_MS));
      await sleep(restMs, undefined, { signal: stopping.signal, ref: false }).catch(
        () => undefined,
      );
    }
  };
  const running = rounds();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

/** Where jobs report what they did. */
export interface JobLog {
  info(message: string): void;
  /** Logs an error that a job threw, with the job's name. */
  error(error: unknown, job: string): void;
}
