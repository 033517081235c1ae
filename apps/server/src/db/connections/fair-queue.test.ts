import { expect, it } from 'vitest';
import { FairQueue } from './fair-queue.ts';

function makeQueue(options: Partial<ConstructorParameters<typeof FairQueue>[0]> = {}) {
  return new FairQueue({
    places: 4,
    placesPerGroup: 2,
    waitMs: 5_000,
    waitingPerGroup: 100,
    ...options,
  });
}

/** Whether the entry got its place, after every entry that can enter has entered. */
async function isInside(entered: Promise<unknown>): Promise<boolean> {
  return Promise.race([
    entered.then(() => true),
    new Promise((resolve) => setImmediate(resolve, false)),
  ]) as Promise<boolean>;
}

it('gives one group no more than its share, and another group a place at once', async () => {
  const queue = makeQueue();
  const mine = Array.from({ length: 50 }, () => queue.enter('a'));
  for (const one of mine) one.catch(() => undefined);
  expect(await isInside(Promise.all([mine[0], mine[1]]))).toBe(true);
  expect(await isInside(mine[2] as Promise<unknown>)).toBe(false);
  expect(await isInside(queue.enter('b'))).toBe(true);
  expect(await isInside(queue.enter('c'))).toBe(true);
});

it('gives the next place to the group that has waited for its turn the longest', async () => {
  const queue = makeQueue({ places: 1, placesPerGroup: 1 });
  const order: string[] = [];
  const visit = async (group: string) => {
    const leave = await queue.enter(group);
    order.push(group);
    setImmediate(leave);
  };
  await Promise.all(['a', 'a', 'a', 'a', 'b', 'b', 'c'].map(visit));
  expect(order).toEqual(['a', 'b', 'c', 'a', 'b', 'a', 'a']);
});

it('refuses at once when too many of the group wait, and later entries that waited too long', async () => {
  const queue = makeQueue({ placesPerGroup: 1, waitMs: 20, waitingPerGroup: 1 });
  const leave = await queue.enter('a');
  const waiting = queue.enter('a');
  await expect(queue.enter('a')).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    retryAfterSeconds: 5,
  });
  await expect(waiting).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  leave();
  expect(await isInside(queue.enter('a'))).toBe(true);
});

it('drops an entry that aborts while waiting, and gives the place to the next one', async () => {
  const queue = makeQueue({ placesPerGroup: 1 });
  const leave = await queue.enter('a');
  const leaving = new AbortController();
  const gone = queue.enter('a', leaving.signal);
  const next = queue.enter('a');
  leaving.abort(new Error('left'));
  await expect(gone).rejects.toThrow('left');
  leave();
  leave();
  expect(await isInside(next)).toBe(true);
  expect(await isInside(queue.enter('a').catch(() => undefined))).toBe(false);
});
