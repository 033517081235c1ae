import type { FairLimiter } from './fair-limiter.ts';

// A delay too short to notice.
const SHORT_MS = 20;

/**
 * Runs long synchronous work, such as parsing a large body, when the limiter admits it. After work of 20 ms or more,
 * the limiter is free only after a pause of the same length, in which the event loop serves other requests. Without the
 * pause, a small request would wait for one large piece of work after another.
 */
export async function runBlocking<Answer>(
  limiter: FairLimiter,
  group: string,
  work: () => Answer,
): Promise<Answer> {
  const pass = await limiter.enter(group);
  const startedAt = performance.now();
  try {
    return work();
  } finally {
    const tookMs = performance.now() - startedAt;
    if (tookMs < SHORT_MS) pass.release();
    else setTimeout(pass.release, tookMs);
  }
}
