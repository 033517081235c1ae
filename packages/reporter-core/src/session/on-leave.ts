type LeaveSignal = 'SIGINT' | 'SIGTERM';

/**
 * Calls `keep` when the process is about to end by SIGINT, SIGTERM or `process.exit`, and gives the
 * function that stops listening. The listener comes first, since a framework's own often exits at
 * once; it changes nothing about how the process ends: where it is the only one, the signal is sent
 * again without it, so that its default action takes place.
 *
 * A `graceful` signal does not end the process as long as somebody else listens for it: a framework
 * that ends its run in good order on the first Ctrl-C, and listens no longer when the second comes.
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
