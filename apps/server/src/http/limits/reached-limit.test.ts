import { expect, it } from 'vitest';
import { describeReachedLimit } from './rate-limit.ts';

it.each([
  ['apiKey:1', 'writes', 'raise SVC_RATE_LIMIT_WRITES, or give the key a limit of its own'],
  ['user:1', 'reads', 'raise SVC_RATE_LIMIT_READS'],
  ['cookie:1', 'reads', 'raise SVC_RATE_LIMIT_SESSION_READS'],
  ['cookie:1', 'writes', 'raise SVC_RATE_LIMIT_SESSION_WRITES'],
] as const)('names what raises the limit of %s for %s', (subject, kind, cure) => {
  expect(describeReachedLimit({ subject, kind, limit: 9 })).toBe(
    `${subject} has reached its limit of 9 ${kind} a minute: ${cure}`,
  );
});
