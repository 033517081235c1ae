type LeaveSignal = 'SIGINT' | 'SIGTERM';

/**
 * Calls `keep` when the process is about to end by SIGINT, SIGTERM or `process.exit`. Returns the function that
 * stops listening. The listener comes first, because the framework's own listener often exits immediately. It does
 * not change how the process ends: if it is the only listener, it removes itself and sends the signal again, so
 * that the default action takes place.
 *
 * A `graceful` signal does not call `keep` while other listeners exist. This is for a framework that finishes its
 * run after the first Ctrl-C and removes its listener before the second one.
 */
export function onLeave(
  keep: () => void,
  { graceful = [] }: { graceful?: readonly LeaveSignal[] } = {},
): () => void {
  const listeners = SIGNALS.map((signal) => {
    const isAlone = (): boolean => process.listenerCount(signal) === 1;
    const listener = (): void => {
      if (graceful.includes(signal) && !isAlone()) return;
      keep();
      if (!isAlone()) return;
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

const SIGNALS: readonly LeaveSignal[] = ['SIGINT', 'SIGTERM'];
