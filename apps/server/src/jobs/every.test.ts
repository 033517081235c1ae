import { setImmediate as afterTasks } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { every } from './every.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

it('runs once after missed ticks, not once per tick', async () => {
  const runs = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let begun = 0;
  const job = every(1_000, log, { name: 'test', work: async () => runs[begun++]?.promise });

  vi.advanceTimersByTime(60_000);
  expect(begun).toBe(1);
  runs[0]?.resolve();
  await afterTasks();
  vi.advanceTimersByTime(1_000);
  expect(begun).toBe(2);

  runs[1]?.resolve();
  await job.stop();
  vi.advanceTimersByTime(60_000);
  expect(begun).toBe(2);
});

it('names the job that failed, and runs it again at the next tick', async () => {
  const failures: [unknown, string][] = [];
  const error = new Error('on purpose');
  let begun = 0;
  const work = async () => {
    if (++begun === 1) throw error;
  };
  const report = { ...log, error: (what: unknown, job: string) => failures.push([what, job]) };
  const job = every(1_000, report, { name: 'test', work, atOnce: true });
  await afterTasks();
  vi.advanceTimersByTime(1_000);
  await job.stop();

  expect(failures).toEqual([[error, 'test']]);
  expect(begun).toBe(2);
});

const log = { info: () => undefined, error: () => undefined };
