import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { SvcError } from '../../errors.ts';
import { WeightedGate, type Pass } from './weighted-gate.ts';

const staying = new AbortController().signal;

function makeGate(options: { maxWaiting?: number; maxWaitMs?: number } = {}) {
  const { maxWaiting = 10, maxWaitMs = 30_000 } = options;
  const gate = new WeightedGate({
    capacity: 10,
    share: 6,
    maxWaiting: { each: maxWaiting, all: 2 * maxWaiting },
    maxWaitMs,
    refusal: 'Too much at once',
  });
  const inside: string[] = [];
  const enter = (name: string, weight: number, signal = staying) => {
    const entered = gate.enter({ organizationId: name.slice(0, 1), weight, signal });
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
  const gate = new WeightedGate({
    capacity: 1,
    share: 1,
    maxWaiting: { each: 9, all: 4, others: 2 },
    maxWaitMs: 30_000,
    refusal: 'Too much at once',
  });
  const served: string[] = [];
  const enter = async (organizationId: string, isPreferred?: boolean) => {
    const pass = await gate.enter({ organizationId, weight: 1, isPreferred, signal: staying });
    served.push(organizationId);
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
  const { enter, inside } = makeGate();
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

it('keeps an organization to its share, and admits the one with the least inside first', async () => {
  const { enter, inside } = makeGate();
  const passes = [await enter('a1', 6), await enter('b1', 4)];
  const waiting = [enter('a2', 1), enter('b2', 1), enter('c1', 3)];
  passes[1]?.release();
  await Promise.all(waiting.slice(1));
  expect(inside).toEqual(['a1', 'b1', 'b2', 'c1']);
  passes[0]?.release();
  await waiting[0];
});

it('frees the weight that a pass does not need', async () => {
  const { enter, inside } = makeGate();
  const first = await enter('a1', 6);
  const waiting = enter('a2', 5);
  first.shrinkTo(1);
  first.shrinkTo(3);
  await waiting;
  expect(inside).toEqual(['a1', 'a2']);
});

it('refuses at once when too many wait, and after maxWaitMs when nothing becomes free', async () => {
  const { enter } = makeGate({ maxWaiting: 1, maxWaitMs: 50 });
  const first = await enter('a1', 6);
  const waiting = enter('a2', 1);
  await expect(enter('a3', 1)).rejects.toMatchObject({ ...REFUSED, retryAfterSeconds: 5 });
  await expect(waiting).rejects.toThrow(SvcError);
  first.release();
  await enter('a4', 6);
});

it('drops an aborted entry, and admits the entry behind it', async () => {
  const { enter } = makeGate();
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
