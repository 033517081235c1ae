import { ConnectionError } from 'sequelize';

/**
 * The work's outcome, or the signal's reason as soon as that aborts. A connection attempt without an answer cannot be
 * cancelled, and goes on in the background.
 */
export async function raceAbort<Outcome>(
  work: Promise<Outcome>,
  signal: AbortSignal,
): Promise<Outcome> {
  work.catch(() => undefined);
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = (): void => {
    const reason: unknown = signal.reason;
    reject(reason instanceof Error ? reason : new Error(String(reason)));
  };
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** @throws ConnectionError when the work takes longer. */
export async function withinDeadline<Outcome>(
  work: Promise<Outcome>,
  ms: number,
): Promise<Outcome> {
  const controller = new AbortController();
  const timer = setTimeout(
    () => controller.abort(new ConnectionError(new Error(`no answer within ${ms} ms`))),
    ms,
  );
  try {
    return await raceAbort(work, controller.signal);
  } finally {
    clearTimeout(timer);
  }
}
