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
  /** The pause of a loop without a wake-up, if that is longer. */
  idleMs?: number;
  work(onError: (error: unknown) => void): Promise<void>;
}

export interface RunningLoop {
  /** Ends the pause early, but not the shortest one. During a round, the next one follows as early. */
  wake(): void;
  /** Waits for the running round. */
  stop(): Promise<void>;
}

// A round that takes longer, as with a backlog, gets more than half of the time.
const LONGEST_REST_MS = 2_000;
// The longest pause: work continues this soon after a failure ends, and until then the retries cost little.
const LONGEST_RETRY_MS = 5_000;

/**
 * Does the work in rounds until stopped. Each failure in a row doubles the pause. The same error of several rounds in a
 * row is logged once.
 */
export function keepDoing(
  { measurements }: Pick<Deps, 'measurements'>,
  log: JobLog,
  { name, pauseMs, restPerWork = 0, idleMs = 0, work }: Loop,
): RunningLoop {
  const stopping = new AbortController();
  let waking = new AbortController();
  const failures = { inARow: 0, last: '' };
  const onError = (error: unknown): void => log.error(error, name);
  const onFailure = (error: unknown): void => {
    if (failures.last !== String(error)) onError(error);
    failures.inARow++;
    failures.last = String(error);
  };
  const doRound = async (): Promise<void> => {
    await measureJob(measurements, name, () => work(onError));
    Object.assign(failures, { inARow: 0, last: '' });
  };
  const rounds = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      waking = new AbortController();
      const startedAt = performance.now();
      await doRound().catch(onFailure);
      const workedMs = performance.now() - startedAt;
      const restMs = Math.max(
        pauseMs,
        Math.min(restPerWork * workedMs, LONGEST_REST_MS),
        Math.min(pauseMs * 2 ** failures.inARow, LONGEST_RETRY_MS),
      );
      await pause(restMs, stopping.signal);
      await pause(idleMs - restMs, waking.signal);
    }
  };
  const running = rounds();
  return {
    wake: () => waking.abort(),
    stop: async () => {
      stopping.abort();
      waking.abort();
      await running;
    },
  };
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
}

/** Where jobs report what they did. */
export interface JobLog {
  info(message: string): void;
  /** Logs an error that a job threw, with the job's name. */
  error(error: unknown, job: string): void;
}
