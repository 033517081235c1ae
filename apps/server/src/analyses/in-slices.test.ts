import { expect, it } from 'vitest';
import { runInSlices } from './in-slices.ts';

function* busy(steps: number, stepMs: number): Generator<undefined, string> {
  for (let step = 0; step < steps; step++) {
    const until = performance.now() + stepMs;
    while (performance.now() < until);
    yield;
  }
  return 'done';
}

it('lets other work run during a long computation', async () => {
  let turns = 0;
  const count = (): void => {
    turns++;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  expect(await runInSlices(busy(40, 5))).toBe('done');
  clearImmediate(timer);
  expect(turns).toBeGreaterThanOrEqual(10);
});

it('ends a short one at once', async () => {
  let turns = 0;
  setImmediate(() => turns++);
  expect(await runInSlices(busy(5, 0))).toBe('done');
  expect(turns).toBe(0);
});
