import { SvcClientError } from '@svc/client';
import { expect, it } from 'vitest';
import { failureOf } from './failure.ts';

it('says once when to try again', () => {
  const used = 'This credential has used its 10 writes of this minute.';
  const error = new SvcClientError('RATE_LIMITED', `${used} Try again in 42 s.`, {
    retryAfterSeconds: 42,
  });
  expect(failureOf(error)).toEqual({
    problem: used.slice(0, -1),
    remedy: 'repeat the command in 42 s',
    exitStatus: 4,
  });
  const busy = new SvcClientError(
    'SERVICE_UNAVAILABLE',
    'The server is stopping. Try again in a few seconds.',
  );
  expect(failureOf(busy).problem).toBe('The server is stopping');
});
