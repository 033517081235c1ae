/** A signal that asks a process to end. */
export type LeaveSignal = 'SIGINT' | 'SIGTERM';

/**
 * Calls `keep` when the process is about to end by one of the signals or by `process.exit`, and gives
 * the function that stops listening. The listener comes first, since a framework's own often exits at
 * once; it changes nothing about how the process ends: where it is the only one, the signal is sent
 * again without it, so that its default action takes place.
 */
export function onLeave(
  keep: () => void,
  signals: readonly LeaveSignal[] = ['SIGINT', 'SIGTERM'],
): () => void {
  const listeners = signals.map((signal) => {
    const listener = (): void => {
      keep();
      if (process.listenerCount(signal) > 1) return;
      stop();
      process.kill(process.pid, signal);
    };
    process.prependListener(signal, listener);
    return { signal, listener };
  });
  process.prependListener('exit', keep);
  function stop(): void {
    for (const { signal, listener } of listeners) process.off(signal, listener);
    process.off('exit', keep);
  }
  return stop;
}
