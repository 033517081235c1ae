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
  /** `onError` takes an error of a part of the work that does not end the round. */
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
 * Does the work in rounds until stopped. Each failed round in a row doubles the pause. An error of several rounds in a
 * row is logged once, also when a round reports it many times.
 */
export function keepDoing(
  { measurements }: Pick<Deps, 'measurements'>,
  log: JobLog,
  { name, pauseMs, restPerWork = 0, idleMs = 0, work }: Loop,
): RunningLoop {
  const stopping = new AbortController();
  let waking = new AbortController();
  let failedInARow = 0;
  let lastErrors = new Set<string>();
  const doRound = async (): Promise<void> => {
    const errors = new Set<string>();
    const onError = (error: unknown): void => {
      const text = String(error);
      if (!lastErrors.has(text) && !errors.has(text)) log.error(error, name);
      errors.add(text);
    };
    try {
      await measureJob(measurements, name, () => work(onError));
      failedInARow = 0;
    } catch (error) {
      onError(error);
      failedInARow++;
    }
    lastErrors = errors;
  };
  const rounds = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      waking = new AbortController();
      const startedAt = performance.now();
      await doRound();
      const workedMs = performance.now() - startedAt;
      const restMs = Math.max(
        pauseMs,
        Math.min(restPerWork * workedMs, LONGEST_REST_MS),
        Math.min(pauseMs * 2 ** failedInARow, LONGEST_RETRY_MS),
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
