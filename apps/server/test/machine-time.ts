import { afterAll, beforeAll } from 'vitest';

const CLOCK = Symbol.for('svc: the clock of this test process');
const ofThisProcess: typeof globalThis & { [CLOCK]?: { aheadMs: number } } = globalThis;

/** Gives the tests of a file the machine's time, for those that compare the clock with file times. */
export function useMachineTime(): void {
  // `.config/test-setup/clock/moved-date.js` adds `computeAheadMs` to the time.
  const clock = ofThisProcess[CLOCK] ?? { aheadMs: 0 };
  const { aheadMs } = clock;
  beforeAll(() => void (clock.aheadMs = 0));
  afterAll(() => void (clock.aheadMs = aheadMs));
}
