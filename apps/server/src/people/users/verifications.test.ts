import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeOwnApp, type TestApp } from '../../../test/app.ts';
import { inDays } from '../../../test/clock.ts';
import { makePerson } from '../../../test/people.ts';
import { deleteExpiredSessions } from '../sessions/user-sessions.queries.ts';
import {
  deleteExpiredVerifications,
  storeVerification,
  takeVerification,
} from './verifications.queries.ts';

let test: TestApp;
beforeAll(async () => {
  test = await makeOwnApp({ because: 'forgets the old sessions of all users' });
});
afterAll(() => test.close());

async function store(subject: string, expiresAt: Date): Promise<string> {
  const id = test.deps.random.id();
  const at = test.deps.clock.now();
  await test.deps.database.transaction((transaction) =>
    storeVerification(transaction, {
      id,
      identifier: `sign-up:${subject}`,
      value: { subject },
      expiresAt,
      at,
    }),
  );
  return id;
}

const take = (id: string, purpose = 'sign-up') =>
  test.deps.database.transaction((transaction) =>
    takeVerification(transaction, { id, purpose, at: test.deps.clock.now() }),
  );

async function deleteExpired(at: Date): Promise<void> {
  await deleteExpiredSessions(test.deps.database, at);
  await deleteExpiredVerifications(test.deps.database, at);
}

it('is taken once, for its purpose, and until it expires', async () => {
  const id = await store('a', inDays(1));
  expect(await take(id, 'password-reset')).toBeNull();
  expect(await take(id)).toEqual({ subject: 'a' });
  expect(await take(id)).toBeNull();
  expect(await take(await store('b', inDays(-1)))).toBeNull();
});

it('replaces an earlier one about the same', async () => {
  const [first, second] = [await store('a', inDays(1)), await store('a', inDays(1))];
  expect([await take(first), await take(second)]).toEqual([null, { subject: 'a' }]);
});

it('is deleted by a job once it has expired, as sessions are', async () => {
  const person = await makePerson(test);
  const [old, valid] = [await store('old', inDays(-1)), await store('valid', inDays(1))];
  await deleteExpired(test.deps.clock.now());
  const left = await test.deps.database.query<{ id: string }>('SELECT id FROM verifications');
  expect(left.map(({ id }) => id)).toEqual([valid]);
  expect(left.map(({ id }) => id)).not.toContain(old);
  expect((await person.ask('whoami.get')).status).toBe(200);
  await deleteExpired(inDays(8));
  expect(await test.deps.database.query('SELECT 1 FROM sessions')).toEqual([]);
});
