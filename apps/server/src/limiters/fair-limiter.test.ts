import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { SvcError } from '../errors.ts';
import { FairLimiter, type LimiterOptions, type Pass } from './fair-limiter.ts';

function makeLimiter(options: { maxWaiting?: number; maxWaitMs?: number } = {}) {
  const { maxWaiting = 10, maxWaitMs = 30_000 } = options;
  const limiter = new FairLimiter({
    capacity: 10,
    share: 6,
    maxWaiting: { each: maxWaiting, all: 2 * maxWaiting },
    maxWaitMs,
    refusal: 'Too much at once',
  });
  const inside: string[] = [];
  const enter = (name: string, weight: number, signal?: AbortSignal) => {
    const entered = limiter.enter(name.slice(0, 1), { weight, signal });
    void entered.then(
      () => inside.push(name),
      () => undefined,
    );
    return entered;
  };
  return { enter, inside };
}

const REFUSED = {
  code: 'SERVICE_UNAVAILABLE',
  message: 'Too much at once. Try again in a few seconds.',
};

it('serves preferred entries first, and keeps their places in the queue', async () => {
  const limiter = new FairLimiter({
    capacity: 1,
    share: 1,
    maxWaiting: { each: 9, all: 4, others: 2 },
    maxWaitMs: 30_000,
    refusal: 'Too much at once',
  });
  const served: string[] = [];
  const enter = async (group: string, isPreferred?: boolean) => {
    const pass = await limiter.enter(group, { isPreferred });
    served.push(group);
    return pass;
  };
  const first = await enter('a');
  const waiting = [enter('b'), enter('c', false)];
  await expect(enter('d')).rejects.toMatchObject(REFUSED);
  const preferred = [enter('e', true), enter('f', true)];
  await expect(enter('g', true)).rejects.toMatchObject(REFUSED);
  first.release();
  for (const pass of [...preferred, ...waiting]) (await pass).release();
  expect(served).toEqual(['a', 'e', 'f', 'b', 'c']);
});

it('admits entries that fit, and the others in the order of arrival', async () => {
  const { enter, inside } = makeLimiter();
  const first = await enter('a1', 6);
  const waiting = [enter('a2', 4), enter('a3', 2), enter('a4', 6)];
  await sleep(0);
  expect(inside).toEqual(['a1']);
  first.release();
  first.release();
  const [second, third] = await Promise.all(waiting.slice(0, 2));
  expect(inside).toEqual(['a1', 'a2', 'a3']);
  second?.release();
  await sleep(0);
  expect(inside).toHaveLength(3);
  third?.release();
  await waiting[2];
});

it('keeps a group to its share, and admits the one with the least inside first', async () => {
  const { enter, inside } = makeLimiter();
  const passes = [await enter('a1', 6), await enter('b1', 4)];
  const waiting = [enter('a2', 1), enter('b2', 1), enter('c1', 3)];
  passes[1]?.release();
  await Promise.all(waiting.slice(1));
  expect(inside).toEqual(['a1', 'b1', 'b2', 'c1']);
  passes[0]?.release();
  await waiting[0];
});

it('frees the weight that a pass does not need', async () => {
  const { enter, inside } = makeLimiter();
  const first = await enter('a1', 6);
  const waiting = enter('a2', 5);
  first.shrinkTo(1);
  first.shrinkTo(3);
  await waiting;
  expect(inside).toEqual(['a1', 'a2']);
});

it('refuses at once when too many wait, and after maxWaitMs when nothing becomes free', async () => {
  const { enter } = makeLimiter({ maxWaiting: 1, maxWaitMs: 50 });
  const first = await enter('a1', 6);
  const waiting = enter('a2', 1);
  await expect(enter('a3', 1)).rejects.toMatchObject({ ...REFUSED, retryAfterSeconds: 5 });
  await expect(waiting).rejects.toThrow(SvcError);
  first.release();
  await enter('a4', 6);
});

it('drops an aborted entry, and admits the entry behind it', async () => {
  const { enter } = makeLimiter();
  const held: Pass[] = [await enter('a1', 4), await enter('b1', 4)];
  const gone = new AbortController();
  const large = enter('c1', 5, gone.signal);
  const small = enter('d1', 2);
  gone.abort(new Error('gone'));
  await expect(large).rejects.toThrow('gone');
  held.push(await small);
  for (const pass of held) pass.release();
  await expect(enter('c2', 1, gone.signal)).rejects.toThrow('gone');
});

it('refuses at once what grows beyond the share or the capacity, and counts it no further', async () => {
  const limiter = new FairLimiter({ capacity: 10, share: 6, refusal: 'Too much at once' });
  const [first, second] = [
    await limiter.enter('a', { weight: 0 }),
    await limiter.enter('b', { weight: 0 }),
  ];
  first.grow(4);
  expect(() => first.grow(3)).toThrow(expect.objectContaining(REFUSED));
  second.grow(5);
  expect(() => second.grow(2)).toThrow(expect.objectContaining(REFUSED));
  second.grow(1);
  first.release();
  expect(() => second.grow(1)).toThrow(expect.objectContaining(REFUSED));
  second.release();
  await limiter.enter('c', { weight: 6 });
});

function makePlaces(options: Partial<LimiterOptions> = {}) {
  const maxWaiting = { each: 100 };
  return new FairLimiter({
    capacity: 4,
    share: 2,
    maxWaiting,
    maxWaitMs: 5_000,
    refusal: 'Too much at once',
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

it('admits other groups at once while entries of one group wait for its share', async () => {
  const limiter = makePlaces();
  const mine = Array.from({ length: 50 }, () => limiter.enter('a'));
  for (const one of mine) one.catch(() => undefined);
  expect(await isInside(Promise.all([mine[0], mine[1]]))).toBe(true);
  expect(await isInside(mine[2] as Promise<unknown>)).toBe(false);
  expect(await isInside(limiter.enter('b'))).toBe(true);
  expect(await isInside(limiter.enter('c'))).toBe(true);
});

it('admits groups in turn: next the one that has waited longest since its last entry', async () => {
  const limiter = makePlaces({ capacity: 1, share: 1 });
  const order: string[] = [];
  const visit = async (group: string) => {
    const { release } = await limiter.enter(group);
    order.push(group);
    setImmediate(release);
  };
  await Promise.all(['a', 'a', 'a', 'a', 'b', 'b', 'c'].map(visit));
  expect(order).toEqual(['a', 'a', 'b', 'c', 'a', 'b', 'a']);
});

it('lets no groups that come and go keep a waiting one out', async () => {
  const limiter = makePlaces({ capacity: 1, share: 1 });
  const order: string[] = [];
  const visit = async (group: string, again = 0): Promise<void> => {
    const { release } = await limiter.enter(group);
    order.push(group);
    setImmediate(release);
    if (again > 0) await visit(group, again - 1);
  };
  await Promise.all([visit('a'), visit('a'), visit('b', 5), visit('c', 5)]);
  expect(order.slice(0, 4)).toContain('a');
  expect(order.lastIndexOf('a')).toBeLessThan(4);
});

it('counts waiting entries of each group, and drops an aborted one once', async () => {
  const limiter = makePlaces({ share: 1, maxWaiting: { each: 1 } });
  const { release } = await limiter.enter('a');
  const leaving = new AbortController();
  const gone = limiter.enter('a', { signal: leaving.signal });
  await expect(limiter.enter('a')).rejects.toMatchObject(REFUSED);
  leaving.abort(new Error('left'));
  await expect(gone).rejects.toThrow('left');
  const next = limiter.enter('a');
  release();
  release();
  expect(await isInside(next)).toBe(true);
  expect(await isInside(limiter.enter('a').catch(() => undefined))).toBe(false);
});
