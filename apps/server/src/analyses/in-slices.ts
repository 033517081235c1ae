import { setImmediate } from 'node:timers/promises';

// A delay that other requests do not notice.
const SLICE_MS = 10;

/** Runs a long computation, and lets the event loop serve others after each 10 ms. */
export async function runInSlices<Answer>(steps: Iterator<unknown, Answer>): Promise<Answer> {
  let pauseAt = performance.now() + SLICE_MS;
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (performance.now() < pauseAt) continue;
    await setImmediate();
    pauseAt = performance.now() + SLICE_MS;
  }
}
