import { ConnectionError } from 'sequelize';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { NodeAwayError, readNodeAway } from './node-away-error.ts';
import { Outage } from './outage.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function watchOutage() {
  const lines: string[] = [];
  const log = {
    info: (line: string) => lines.push(line),
    warn: (line: string) => lines.push(line),
  };
  return { lines, outage: new Outage(log) };
}

const NO_ROUTE =
  'connection to the remote node svc@db-2:5432 failed with the following error: No route to host\n\tIs the server running?';

it('reports once that the database is away, and once that it is back', () => {
  const { lines, outage } = watchOutage();
  for (let failures = 0; failures < 3; failures++) {
    outage.noteFailure(new ConnectionError(new Error('connect ECONNREFUSED')));
  }
  outage.noteAnswer();
  vi.advanceTimersByTime(5_000);
  outage.noteAnswer();
  outage.noteAnswer();
  expect(lines).toEqual([
    'svc: the database cannot be reached: connect ECONNREFUSED. Requests get 503 until it answers.',
    'svc: the database answers again; it could not be reached for 0.0 s, and 3 tries failed',
  ]);
});

it('names the node of a cluster that is away, apart from the database', () => {
  const { lines, outage } = watchOutage();
  outage.noteFailure(new NodeAwayError(new Error(NO_ROUTE), 'db-2:5432'));
  vi.advanceTimersByTime(5_000);
  outage.noteAnswer();
  expect(lines).toEqual([
    'svc: the node db-2:5432 of the cluster cannot be reached: connection to the remote node svc@db-2:5432 failed with the following error: No route to host. Requests of its organizations get 503 until it answers.',
    'svc: the node db-2:5432 of the cluster answers again; it could not be reached for 0.0 s, and one try failed',
  ]);
});

it('reads the node from the error of a coordinator, and from no other', () => {
  expect(readNodeAway(NO_ROUTE)).toBe('db-2:5432');
  expect(readNodeAway('connection to the remote node 10.0.0.7:6432 failed')).toBe('10.0.0.7:6432');
  const silent = 'could not establish any connections to the node db-3:5432 after 30000 ms';
  expect(readNodeAway(silent)).toBe('db-3:5432');
  expect(readNodeAway('connection to server at "db-2" failed')).toBeUndefined();
});
