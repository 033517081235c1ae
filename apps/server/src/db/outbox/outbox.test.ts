import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeOwnApp, type TestApp } from '../../../test/app.ts';
import { rethrow } from '../../../test/make.ts';
import type { Database } from '../connections/database.ts';
import { NodeAwayError } from '../connections/node-away-error.ts';
import { drainOutbox, type Consumer } from './drain-outbox.ts';
import { writeEvents, type DueEvent, type NewEvent } from './events.queries.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeOwnApp({ because: 'drains the outbox of all organizations' });
});
afterAll(() => server.close());
beforeEach(() => server.deps.database.query('DELETE FROM outbox'));

const settled = (number: number): NewEvent => ({
  type: 'execution.completed',
  data: {
    executionId: server.deps.random.id(),
    number,
    project: 'shop',
    branch: null,
    name: null,
    commit: null,
    framework: 'vitest',
    status: 'passed',
    totals: {
      tests: 1,
      passed: 1,
      failed: 0,
      skipped: 0,
      flaky: 0,
      timedOut: 0,
      interrupted: 0,
    },
    durationMs: 1_000,
    revision: 1,
  },
});

async function write(numbers: readonly number[], { fail = false } = {}): Promise<void> {
  await server.scope.transaction(async (scope) => {
    await writeEvents(scope, numbers.map(settled));
    if (fail) throw new Error('on purpose');
  });
}

/** A consumer that records the numbers of its events once the transaction is committed. */
function collector(taken: number[], isBad: (number: number) => boolean = () => false): Consumer {
  return {
    name: 'collector',
    take: async (_scope, events) => {
      const numbers = events.map(numberOf);
      if (numbers.some(isBad)) throw new Error('bad event');
      return () => void taken.push(...numbers);
    },
  };
}

const numberOf = ({ data }: DueEvent): number => ('number' in data ? data.number : -1);
const drain = (consumer: Consumer, onError: (error: unknown) => void = rethrow) =>
  drainOutbox(server.deps.database, [consumer], onError);
const isTwo = (number: number) => number === 2;
const left = async () => (await server.deps.database.query('SELECT 1 FROM outbox')).length;

it('hands events over in order, once, and only those of committed transactions', async () => {
  await write([1, 2]);
  await expect(write([3], { fail: true })).rejects.toThrow('on purpose');
  await write([4]);
  const taken: number[] = [];
  expect(await drain(collector(taken))).toBe(3);
  expect(await drain(collector(taken))).toBe(0);
  expect(taken).toEqual([1, 2, 4]);
});

it('hands each event over once when several servers drain at once', async () => {
  await write(Array.from({ length: 1_200 }, (_, number) => number));
  const taken: number[] = [];
  const counts = await Promise.all([1, 2, 3].map(() => drain(collector(taken))));
  expect(counts.reduce((a, b) => a + b)).toBe(1_200);
  expect(taken.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 1_200 }, (_, n) => n));
});

it('postpones an event that a consumer fails on, and hands over the others', async () => {
  await write([1, 2, 3]);
  const taken: number[] = [];
  const errors: unknown[] = [];
  expect(await drain(collector(taken, isTwo), (error) => errors.push(error))).toBe(2);
  expect(taken).toEqual([1, 3]);
  expect(errors).toEqual([new Error('bad event')]);
  expect(await drain(collector(taken))).toBe(0);
  await server.deps.database.query(`UPDATE outbox SET due_at = statement_timestamp()`);
  expect(await drain(collector(taken))).toBe(1);
  expect(taken).toEqual([1, 3, 2]);
  expect(await left()).toBe(0);
});

it('hands over the events of other nodes while a node of a cluster is away', async () => {
  await write([1, 2]);
  const { database } = server.deps;
  const query = async (sql: string, ...rest: unknown[]) => {
    if (sql.includes('GROUP BY organization_id')) throw new NodeAwayError(new Error('away'), 'a:1');
    if (sql.includes('run_command_on_shards')) return [{ ids: server.organizationId }];
    return database.query(sql, ...(rest as [unknown[]?, string?]));
  };
  const taken: number[] = [];
  const withoutNode = { ...database, query } as Database;
  expect(await drainOutbox(withoutNode, [collector(taken)], rethrow)).toBe(2);
  expect(taken).toEqual([1, 2]);
});

it('drops an event of another version with an error, and hands over the others', async () => {
  await write([1]);
  await server.deps.database.query(
    `INSERT INTO outbox (organization_id, type, data)
     VALUES ($1, 'test.flaky', '{"title": "adds up"}'), ($1, 'test.vanished', '{}')`,
    [server.organizationId],
  );
  await write([2]);
  const taken: number[] = [];
  const errors: unknown[] = [];
  expect(await drain(collector(taken), (error) => errors.push(error))).toBe(4);
  expect(taken).toEqual([1, 2]);
  expect(errors.map(String)).toEqual([
    'Error: An event test.flaky has a shape of another version. It is dropped.',
    'Error: An event test.vanished has a shape of another version. It is dropped.',
  ]);
  expect(await left()).toBe(0);
});

it('goes on after a consumer fails once the events are removed', async () => {
  await write([1, 2]);
  const errors: unknown[] = [];
  const failing: Consumer = {
    name: 'failing',
    take: async () => () => {
      throw new Error('on purpose');
    },
  };
  expect(await drain(failing, (error) => errors.push(error))).toBe(2);
  expect(errors).toEqual([new Error('on purpose')]);
});
