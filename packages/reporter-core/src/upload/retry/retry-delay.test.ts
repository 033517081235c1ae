import { describe, expect, it } from 'vitest';
import { computeRetryDelayMs } from './retry-delay.ts';

const now = Date.parse('2026-11-20T10:00:00Z');
const half = { now, random: () => 0.5 };

describe('retryDelayMs', () => {
  it.each([
    [1, null, 250],
    [2, null, 500],
    [4, null, 2_000],
    // The delay is at most eight seconds.
    [20, null, 4_000],
    [1, '3', 3_500],
    [1, 'Fri, 20 Nov 2026 10:00:07 GMT', 7_500],
    [1, 'Fri, 20 Nov 2026 09:00:00 GMT', 500],
    [1, 'soon', 250],
  ])('after try %i with Retry-After %s waits %i ms', (tries, retryAfter, delayMs) => {
    expect(computeRetryDelayMs(tries, retryAfter, half)).toBe(delayMs);
  });
});
