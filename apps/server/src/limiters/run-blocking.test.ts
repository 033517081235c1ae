import { expect, it } from 'vitest';
import { FairLimiter } from './fair-limiter.ts';
import { runBlocking } from './run-blocking.ts';

it('lets other work run between two pieces, also after a piece that failed', async () => {
  const limiter = new FairLimiter({ capacity: 1, refusal: 'One at once' });
  const order: string[] = [];
  const work = (name: string) => () => {
    const until = performance.now() + 40;
    while (performance.now() < until);
    order.push(name);
    if (name === 'second') throw new Error(name);
    return name;
  };
  const ticks = setInterval(() => order.push('tick'), 5);
  const taken = ['first', 'second', 'third'].map((name) => runBlocking(limiter, 'a', work(name)));
  expect(await Promise.allSettled(taken)).toMatchObject([
    { value: 'first' },
    { reason: new Error('second') },
    { value: 'third' },
  ]);
  clearInterval(ticks);
  const between = order.join(' ').match(/first((?: tick)+) second((?: tick)+) third/);
  expect(between).not.toBe(null);
});
