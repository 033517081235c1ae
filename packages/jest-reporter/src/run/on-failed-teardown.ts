import { performance } from 'node:perf_hooks';

// Only the newest run of a process can be in its teardown. All runs share one listener; otherwise each run would add
// another.
let latest: ((code: number) => void) | undefined;

/**
 * Calls `report` if the process exits with an error while the global teardown runs, which Jest starts after its
 * reporters. A teardown that throws ends the process at once. Jest marks its start and its end in the performance
 * timeline, but no hook reports them.
 */
export function onFailedTeardown(report: () => void): void {
  const startsBefore = count('start');
  const endsBefore = count('end');
  if (latest === undefined) process.once('exit', (code) => latest?.(code));
  latest = (code) => {
    const hasFailed = count('start') > startsBefore && count('end') === endsBefore;
    if (code !== 0 && code < OF_SIGNALS && hasFailed) report();
  };
}

// A signal from the user ends Jest without a wait. Programs then exit with 128 plus the number of the signal.
const OF_SIGNALS = 128;

function count(moment: 'start' | 'end'): number {
  return performance.getEntriesByName(`jest/globalTeardown:${moment}`, 'mark').length;
}
