/**
 * The only clock of a test process: the app reads it, and so do the helpers that create test data. So an upload never
 * begins in its server's future, for any date of the machine.
 */
export const testClock = { now: (): Date => (set === null ? new Date() : new Date(set)) };

let set: number | null = null;

/** Stops the clock at this time; null returns to the machine's time. */
export function setNow(at: Date | null): void {
  set = at === null ? null : at.getTime();
}

/** The time at which the clock is stopped; null when it is the machine's. */
export function fixedNow(): Date | null {
  return set === null ? null : new Date(set);
}

/** The time so many hours ago. */
export function timeBefore(hours: number): string {
  return new Date(testClock.now().getTime() - hours * 3_600_000).toISOString();
}

/** The time in so many days, or as many days ago. */
export function inDays(days: number): Date {
  return new Date(testClock.now().getTime() + days * 86_400_000);
}

/**
 * The environment variables that give a process the clock of this one: that of the test run, or that of
 * `.ci/clock-ahead`. And the compile cache of the test run. `nodeOptions` are further options for Node.
 */
export function clockEnv(nodeOptions = ''): Record<string, string> {
  const env: Record<string, string> = {};
  for (const name of PASSED_ON) {
    const value = process.env[name];
    if (value !== undefined) env[name] = value;
  }
  return { ...env, NODE_OPTIONS: `${env['NODE_OPTIONS'] ?? ''} ${nodeOptions}`.trim() };
}

const PASSED_ON = [
  'NODE_OPTIONS',
  'NODE_COMPILE_CACHE',
  'SVC_TEST_CLOCK',
  'LD_PRELOAD',
  'FAKETIME',
  'FAKETIME_DONT_FAKE_MONOTONIC',
];
