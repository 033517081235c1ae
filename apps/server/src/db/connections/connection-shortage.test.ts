import { expect, it } from 'vitest';
import { describeConnectionShortage } from './connection-shortage.ts';

const ENOUGH = {
  maxConnections: 97,
  roleLimit: null,
  databaseLimit: null,
  servers: 3,
  serverConnections: 60,
  others: 17,
};

it.each([
  ['suffices exactly', 20, ENOUGH, null],
  [
    'lacks one',
    20,
    { ...ENOUGH, others: 18 },
    'Postgres allows 97 connections (max_connections, without the reserved ones), fewer than 98: this server opens up to 20, 3 other servers up to 60, other programs have 18. Raise the limit, or set SVC_DATABASE_POOL_SIZE to 19 or less on each server.',
  ],
  [
    'is too small for the least pools',
    20,
    { ...ENOUGH, maxConnections: 25, servers: 1, serverConnections: 20, others: 6 },
    'Postgres allows 25 connections (max_connections, without the reserved ones), fewer than 46: this server opens up to 20, 1 other server up to 20, other programs have 6. Raise the limit.',
  ],
  [
    'has a role with a limit',
    200,
    { ...ENOUGH, maxConnections: 1_000, roleLimit: 100, servers: 0, serverConnections: 0 },
    'Postgres allows 100 connections (the limit of the role), fewer than 200: this server opens up to 200. Raise the limit, or set SVC_DATABASE_POOL_SIZE to 100 or less on each server.',
  ],
])('names the arithmetic when a Postgres %s', (_, own, counts, line) => {
  expect(describeConnectionShortage(own, counts)).toBe(line);
});
