import { expect, it } from 'vitest';
import { systemRandom } from '../../random.ts';
import { testClock } from '../../../test/clock.ts';
import {
  computeHealthAfter,
  HEALTHY,
  isAfterSilence,
  type EndpointAnswer,
} from './endpoint-health.ts';
import { computeRetryDelay } from './retry-schedule.ts';

const at = testClock.now();
const after = (before = HEALTHY, answer: Partial<EndpointAnswer> = {}) =>
  computeHealthAfter(
    before,
    { at, status: 500, error: null, retryAfterSeconds: null, isProbe: false, ...answer },
    systemRandom,
  );

const delay = (attempts: number, retryAfterSeconds: number | null) =>
  computeRetryDelay(attempts, { retryAfterSeconds, random: systemRandom });

/** The bounds of a duration with 10 % jitter. */
function expectAbout(seconds: number, expected: number): void {
  expect(seconds).toBeGreaterThanOrEqual(0.9 * expected);
  expect(seconds).toBeLessThanOrEqual(1.1 * expected);
}

it('blocks an endpoint after five failures, and twice as long after each failed probe up to 10 minutes', () => {
  let health = HEALTHY;
  for (let failures = 1; failures <= 4; failures++) {
    health = after(health);
    expect(health).toEqual({ consecutiveFailures: failures, failingSince: at, blockedSeconds: 0 });
  }
  health = after(health);
  expectAbout(health.blockedSeconds, 5);
  for (const seconds of [10, 20, 40, 80, 160, 320, 600, 600]) {
    health = after({ ...health, blockedSeconds: 30 }, { isProbe: true });
    expectAbout(health.blockedSeconds, seconds);
  }
});

it('does not block an endpoint longer for requests that were out before', () => {
  const blocked = { consecutiveFailures: 5, failingSince: at, blockedSeconds: 4 };
  expect(after(blocked)).toEqual({ ...blocked, consecutiveFailures: 6 });
});

it('blocks an endpoint for as long as 429 and 503 ask, a day at most, and not for other answers', () => {
  expect(after(HEALTHY, { status: 429, retryAfterSeconds: 90 }).blockedSeconds).toBe(90);
  expect(after(HEALTHY, { status: 503, retryAfterSeconds: 1e9 }).blockedSeconds).toBe(86_400);
  expect(after(HEALTHY, { status: 500, retryAfterSeconds: 90 }).blockedSeconds).toBe(0);
});

it('forgets failures at an answer of 2xx, unless that did not end', () => {
  const blocked = { consecutiveFailures: 9, failingSince: at, blockedSeconds: 30 };
  expect(after(blocked, { status: 202, isProbe: true })).toEqual(HEALTHY);
  expect(after(HEALTHY, { status: 200, error: 'timed out' }).consecutiveFailures).toBe(1);
});

it('keeps a block although a request from before it arrives', () => {
  const blocked = after(HEALTHY, { status: 429, retryAfterSeconds: 3_600 });
  expect(after(blocked, { status: 204 })).toEqual({ ...HEALTHY, blockedSeconds: 3_600 });
});

it('takes two days without an attempt for a silence', () => {
  const hoursBefore = (hours: number) => new Date(at.getTime() - hours * 3_600_000);
  expect(isAfterSilence({ lastAttemptAt: null }, at)).toBe(false);
  expect(isAfterSilence({ lastAttemptAt: hoursBefore(27) }, at)).toBe(false);
  expect(isAfterSilence({ lastAttemptAt: hoursBefore(49) }, at)).toBe(true);
});

it('delays an attempt for as long as the endpoint asks, if that is longer', () => {
  expect(delay(1, 60)).toBe(60);
  expectAbout(delay(2, 60) ?? 0, 300);
  expectAbout(delay(9, null) ?? 0, 86_400);
  expect(delay(10, 60)).toBeNull();
});
