import { describe, expect, it } from 'vitest';
import { formatTime } from '../../../../format/time.ts';
import {
  describeAttemptAnswer,
  describeDeliveryAnswer,
  describeNextAttempt,
  describeTestDelivery,
} from './delivery-words.ts';
import { pollMs } from './poll-wait.ts';

const NOW = new Date('2026-03-01T10:00:00.000Z');
const [SOON, LATER] = ['2026-03-01T10:00:05.000Z', '2026-03-01T10:22:30.000Z'];

const delivery = {
  status: 'pending' as const,
  responseStatus: 500 as number | null,
  error: null as string | null,
  durationMs: 212 as number | null,
  nextAttemptAt: LATER as string | null,
  createdAt: '2026-03-01T09:59:59.000Z',
};
const unsent = { ...delivery, durationMs: null, responseStatus: null };

describe('the answer of an attempt', () => {
  it.each([
    [{ responseStatus: 204, error: null }, 'passed', '204'],
    [{ responseStatus: 500, error: null }, 'failed', '500'],
    [{ responseStatus: 302, error: 'the receiver redirects' }, 'failed', '302'],
    [{ responseStatus: null, error: 'timed out after 15 s' }, 'timedOut', 'timed out'],
    [{ responseStatus: 200, error: 'timed out after 15 s' }, 'timedOut', 'timed out'],
    [{ responseStatus: null, error: 'the connection was refused' }, 'failed', 'no answer'],
  ])('%j is %s, %s', (attempt, glyph, words) => {
    expect(describeAttemptAnswer(attempt)).toEqual({ glyph, words });
  });

  it('is what the delivery waits for, before the first one', () => {
    expect(waitWords({ nextAttemptAt: SOON, createdAt: SOON })).toBe('sending');
    expect(waitWords({ nextAttemptAt: SOON })).toBe('waiting');
    expect(waitWords({ nextAttemptAt: LATER })).toBe('waiting');
    expect(waitWords({ status: 'failed', nextAttemptAt: null })).toBe('not sent');
  });
});

it('says when the next attempt is', () => {
  expect(next({})).toBe('retry in 23 min');
  expect(next({ nextAttemptAt: SOON })).toBe('retry in a moment');
  expect(next({ durationMs: null })).toBe('in 23 min');
  expect(next({ durationMs: null, nextAttemptAt: SOON })).toBe('in a moment');
  expect(next({ status: 'failed', nextAttemptAt: null })).toBe('no more attempts');
  expect(next({ status: 'delivered', nextAttemptAt: null })).toBe('');
});

it('says how a test went', () => {
  expect(went({ ...unsent, nextAttemptAt: SOON, createdAt: SOON })).toBe('The test is on its way.');
  expect(went({ ...unsent, nextAttemptAt: null })).toBe('The test is on its way.');
  expect(went({ ...unsent, nextAttemptAt: LATER })).toBe(
    `The test waits until ${formatTime(new Date('2026-03-01T10:23:00.000Z'))}, because earlier deliveries failed.`,
  );
  expect(went({ status: 'delivered', responseStatus: 204, nextAttemptAt: null })).toBe(
    'The test arrived: 204 in 212\u00A0ms.',
  );
  expect(went({})).toBe('The test failed: 500. Retry in 23 min.');
  expect(went({ responseStatus: null, error: 'the connection was refused' })).toBe(
    'The test failed: no answer, the connection was refused. Retry in 23 min.',
  );
  expect(went({ responseStatus: null, error: 'timed out after 15 s' })).toContain(
    'timed out. Retry',
  );
});

it('asks again often for an attempt that is near, rarely for a later one, and never without one', () => {
  const done = { status: 'delivered' as const, nextAttemptAt: null };
  const of = (...nexts: string[]) =>
    pollMs([done, ...nexts.map((nextAttemptAt) => ({ ...delivery, nextAttemptAt }))], NOW);
  expect(of()).toBe(false);
  expect(of(LATER)).toBe(30_000);
  expect(of(LATER, SOON)).toBe(2_000);
});

const waitWords = (changes: object) => describeDeliveryAnswer({ ...unsent, ...changes }, NOW).words;
const next = (changes: object) => describeNextAttempt({ ...delivery, ...changes }, NOW);
const went = (changes: object) => describeTestDelivery({ ...delivery, ...changes }, NOW);
