import { SvcClientError } from '@svc/client';
import { expect, it } from 'vitest';
import { toFailure } from './failure.ts';

it('says once when to try again', () => {
  const used = 'This credential has used its 10 writes of this minute.';
  const error = new SvcClientError('RATE_LIMITED', `${used} Try again in 42 s.`, {
    retryAfterSeconds: 42,
  });
  expect(toFailure(error)).toEqual({
    problem: used.slice(0, -1),
    remedy: 'repeat the command in 42 s',
    explanation: 'docs/operate/troubleshooting#rate-limit-reached',
    exitStatus: 4,
  });
  const busy = new SvcClientError(
    'SERVICE_UNAVAILABLE',
    'The server is stopping. Try again in a few seconds.',
  );
  expect(toFailure(busy).problem).toBe('The server is stopping');
});

it('exits with 3 for a key without the permission, as for one that is wrong', () => {
  const statuses = (['FORBIDDEN', 'UNAUTHORIZED'] as const).map(
    (code) => toFailure(new SvcClientError(code, 'No.')).exitStatus,
  );
  expect(statuses).toEqual([3, 3]);
});

it('says once what the server hints at', () => {
  const said =
    "The API key 'CI' may only read from the project 'web', and this request names 'api'";
  const hint = 'Use a key that may read from this project.';
  expect(toFailure(new SvcClientError('FORBIDDEN', `${said}. ${hint}`))).toEqual({
    problem: said,
    remedy: 'use a key that may read from this project',
    exitStatus: 3,
  });
  expect(toFailure(new SvcClientError('FORBIDDEN', 'You may not.'))).toEqual({
    problem: 'You may not',
    remedy: 'use a key or an account with this permission',
    exitStatus: 3,
  });
  const broken = new SvcClientError(
    'INTERNAL_SERVER_ERROR',
    'Something went wrong on the server. Its log has the details under the X-Request-Id of this answer.',
    { requestId: 'req-1' },
  );
  expect(toFailure(broken)).toEqual({
    problem: 'Something went wrong on the server',
    remedy: "run svc doctor, or look for request req-1 in the server's log",
    explanation: 'docs/operate/troubleshooting#something-went-wrong-on-the-server',
    exitStatus: 4,
  });
});

it('names no procedure that an older server lacks', () => {
  const message = 'No procedure found on path "quarantine.knownFailures"';
  expect(toFailure(new SvcClientError('NOT_FOUND', message))).toEqual({
    problem: 'this server is older than svc, and cannot answer that',
    remedy: 'update the server; svc doctor shows both versions',
    explanation:
      'docs/operate/troubleshooting#this-server-is-older-than-svc-and-cannot-answer-that',
    exitStatus: 4,
  });
});

it('proposes the list of what the command is about', () => {
  expect(remedyFor('CONFLICT', 'webhooks', 'create')).toBe('svc webhooks');
  expect(remedyFor('NOT_FOUND', 'webhooks', 'test')).toBe('svc webhooks');
  expect(remedyFor('NOT_FOUND', 'executions', 'show')).toBe('svc executions');
});

it('proposes the help of the verb for a value that the server refuses', () => {
  const refused = new SvcClientError('BAD_REQUEST', 'secret: It is too short.', {
    details: [{ path: 'secret', message: 'It is too short' }],
  });
  expect(toFailure(refused, ['webhooks', 'create', 'https://example.com'])).toMatchObject({
    problem: '--secret: It is too short',
    remedy: 'svc webhooks create --help',
  });
});

function remedyFor(code: 'CONFLICT' | 'NOT_FOUND', ...args: string[]): string {
  return toFailure(new SvcClientError(code, 'No.'), args).remedy;
}
